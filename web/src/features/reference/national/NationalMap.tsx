import { ExpandOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenedMap } from '../../../map/use-opened-map.ts';
import { ZoomButtons } from '../../../query/sites/ZoomButtons.tsx';
import { useMapAppearance } from '../../../resource/use-map-appearance.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { findBounds } from './bounds.ts';
import styles from './national.module.css';
import type { NationalCity, NationalMeasure, ShownStation } from './national-places.ts';
import type { NationalScale } from './use-national-scale.ts';
import { usePlacePoints } from './use-place-points.ts';

interface NationalMapProps {
  cities: readonly NationalCity[];
  /** The stations of the open city. */
  stations: readonly ShownStation[];
  open: NationalCity | undefined;
  measure: NationalMeasure;
  scale: NationalScale;
  /** The id of the station that is marked. */
  marked: number | undefined;
  onOpen: (city: NationalCity | undefined) => void;
  onMark: (id: number) => void;
}

const world = { center: [104, 35], zoom: 2.5 } as const;
const [closestCity, closestStation] = [7, 11];

/** The cities in the colours of their levels; an open one shows its stations as squares. */
export function NationalMap(props: NationalMapProps) {
  const { cities, stations, open, marked } = props;
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const label = t('analysis.national.map');
  const { handle, missing } = useOpenedMap(box, 'own', { ...useMapAppearance(), view: world, label });
  const points = usePlacePoints(props);
  useEffect(() => handle?.setSites(points), [handle, points]);
  useEffect(() => handle?.setSelected(marked ?? null), [handle, marked]);

  const showAll = useEffectEvent(() => {
    const bounds = findBounds(open ? stations : cities) ?? findBounds(cities);
    if (bounds) handle?.fit(bounds, { zoom: open ? closestStation : closestCity, padding: margins });
  });
  // Other hours keep the view; a city that opens or closes moves it.
  const [hasPlaces, key] = [cities.length > 0, open?.key];
  useEffect(() => {
    if (handle && hasPlaces) showAll();
  }, [handle, hasPlaces, key]);

  const click = useEffectEvent((ids: readonly number[]) => {
    const [id = 0] = ids;
    if (id < 0) props.onMark(id);
    else props.onOpen(cities.find((city) => city.id === id));
  });
  useEffect(() => handle?.on('siteClick', ({ ids }) => click(ids)), [handle]);

  if (missing && !handle) return <Alert type="warning" showIcon title={t('analysis.national.mapMissing')} />;
  return (
    <div className={styles.map}>
      {!open && handle && <p className={styles.hint}>{t('analysis.national.mapHint')}</p>}
      <div ref={box} className={styles.ground} aria-busy={!handle} />
      {handle && (
        <div className={styles.zoom}>
          <ZoomButtons map={handle} />
          <IconButton
            name={t('analysis.national.wholeMap')}
            icon={<ExpandOutlined />}
            onClick={() => {
              props.onOpen(undefined);
              const bounds = findBounds(cities);
              if (bounds) handle.fit(bounds, { zoom: closestCity, padding: margins });
            }}
          />
        </div>
      )}
    </div>
  );
}

/** Room for markers at the edges. */
const margins = { top: 32, right: 32, bottom: 32, left: 32 };
