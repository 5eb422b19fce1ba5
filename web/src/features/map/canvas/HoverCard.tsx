import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { flagSign } from '../../../air/flag-summary.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { formatDuration } from '../../../lib/format.ts';
import type { LngLat, MapHandle, SiteCluster, SitePoint } from '../../../map/map.ts';
import { shiftBeside } from '../../../map/marker-picture.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { useScale } from '../../../ui/scale.ts';
import { nameFigure, type Scale } from '../scale/shade.ts';
import type { ShownSite } from '../sites/select-sites.ts';
import { siteAgeMs } from '../sites/site-age.ts';
import { LookChange } from '../sites-panel/SiteListItem.tsx';
import styles from './hover-card.module.css';

interface HoverCardProps {
  map: MapHandle;
  points: readonly SitePoint[];
  /** The sites that the map shows: now, or in the hour of the time-lapse. */
  drawn: readonly ShownSite[];
  scale: Scale;
}

/**
 * Details of the marker under the pointer; list and legend show the same to people without a pointer. A cluster says that
 * its number is the highest, because the surface below it is interpolated from all of its sites.
 */
export function HoverCard({ map, points, drawn, scale }: HoverCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const size = useScale();
  const [hovered, setHovered] = useState<number | null>(null);
  const [cluster, setCluster] = useState<SiteCluster | null>(null);
  useEffect(() => map.on('siteHover', ({ id }) => setHovered(id)), [map]);
  useEffect(() => map.on('clusterHover', setCluster), [map]);
  if (cluster) {
    const count = new Intl.NumberFormat(language).format(cluster.count);
    return (
      <Card map={map} position={cluster.position}>
        <strong>{t(cluster.isReference ? 'map.cluster.references' : 'map.cluster.sites', { count })}</strong>
        <span className={styles.soft}>
          {t(scale.isOrdered ? 'map.cluster.value' : 'map.cluster.anyValue')}
        </span>
      </Card>
    );
  }
  const point = hovered === null ? undefined : points.find(({ id }) => id === hovered);
  if (!point) return null;
  return (
    <Card map={map} position={point.position} shift={shiftBeside(point.beside) * size}>
      <SiteLines {...{ point, scale }} shown={drawn.find(({ site }) => site.siteId === hovered)} />
    </Card>
  );
}

interface CardProps {
  map: MapHandle;
  position: LngLat;
  /** How far below its position its marker is drawn, in pixels. */
  shift?: number;
  children: ReactNode;
}

function Card({ map, position: [longitude, latitude], shift = 0, children }: CardProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = () => {
      const [x, y] = map.project([longitude, latitude]);
      placeCard(box.current, map, [x, y + shift]);
    };
    follow();
    return map.on('move', follow);
  }, [map, longitude, latitude, shift]);
  return (
    <div ref={box} aria-hidden className={styles.card}>
      {children}
    </div>
  );
}

interface SiteLinesProps {
  point: SitePoint;
  scale: Scale;
  /** Undefined for a reference station. */
  shown: ShownSite | undefined;
}

/** The list has all of them. */
const mostFlags = 3;

function SiteLines({ point, scale, shown }: SiteLinesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const figure = shown ? nameFigure(shown.look, scale) : scale;
  const age = shown && !shown.isPast ? siteAgeMs(shown, scale, serverNow()) : undefined;
  const substitute = shown?.look.substitute;
  const words = [
    shown && !shown.isPast && shown.site.state !== 'on' && t(`map.states.${shown.site.state}`),
    shown && !shown.look.isStale && shown.look.name,
    substitute && t(`map.substitute.${substitute.reason}`, { name: substitute.channel.name }),
    age !== undefined && t('data.realtime.age', { span: formatDuration(age, language) }),
    shown?.alarms && t('alarm.log.siteMark', { count: shown.alarms.count }),
  ];
  return (
    <>
      <strong className={styles.name}>{point.name}</strong>
      <span className={styles.value}>
        {figure.title} <b>{point.text}</b> {figure.unit}
        {shown && <LookChange {...{ shown, scale }} />}
      </span>
      <span className={styles.soft}>{words.filter(Boolean).join(' · ')}</span>
      {shown?.flags?.slice(0, mostFlags).map((flag) => (
        <span key={flag} className={styles.soft}>
          {`${flagSign} ${flag}`}
        </span>
      ))}
    </>
  );
}

const [halfWidth, height] = [120, 110];

/** Places the card above the marker, or below it if there is no room, within the sides of the map. */
function placeCard(card: HTMLElement | null, map: MapHandle, [x, y]: readonly [x: number, y: number]): void {
  if (!card) return;
  const { width } = map.getSize();
  card.style.left = `${Math.min(Math.max(x, halfWidth), width - halfWidth)}px`;
  card.style.top = `${y}px`;
  card.dataset['side'] = y < height ? 'below' : 'above';
}
