import { type ChosenSite, listSitePlaces, type QueryPermission } from '@limpid/contract/data/site-choice';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, theme } from 'antd';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import type { Bounds, MapHandle, SitePoint } from '../../map/map.ts';
import { useOpenedMap } from '../../map/use-opened-map.ts';
import { useMapAppearance } from '../../resource/use-map-appearance.ts';
import styles from './sites.module.css';
import { fetchSites } from './use-sites.ts';
import { ZoomButtons } from './ZoomButtons.tsx';

interface SiteMapProps {
  permission: QueryPermission;
  chosen: readonly ChosenSite[];
  onAdd: (sites: readonly ChosenSite[]) => void;
  onRemove: (siteId: number) => void;
}

const world = { center: [60, 30], zoom: 1.5 } as const;
const [nearZoom, closest] = [9, 12];

/** The sites on the map; a click adds or removes one. Several sites at one point are offered by name. */
export function SiteMap({ permission, chosen, onAdd, onRemove }: SiteMapProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const look = useMapAppearance();
  const { center, zoom } = look.settings.start;
  const view = center ? { center, zoom } : world;
  const { handle, missing } = useOpenedMap(box, 'own', {
    ...look,
    view,
    label: t('data.query.picker.mapLabel'),
  });
  const { data: places } = useQuery({
    queryKey: [listSitePlaces.path, permission],
    queryFn: ({ signal }) => call(listSitePlaces, { query: { permission }, signal, quiet: true }),
  });
  const [stacked, setStacked] = useState<readonly number[]>([]);
  useSitePoints(handle, places, chosen);

  async function toggle(siteId: number): Promise<void> {
    if (chosen.some((site) => site.siteId === siteId)) onRemove(siteId);
    else onAdd(await fetchSites(permission, [siteId]));
  }
  const click = useEffectEvent((ids: readonly number[]) => {
    setStacked(ids.length > 1 ? ids : []);
    if (ids.length === 1 && ids[0] !== undefined) void toggle(ids[0]);
  });
  useEffect(() => handle?.on('siteClick', ({ ids }) => click(ids)), [handle]);

  if (missing && !handle) return <Alert type="warning" showIcon title={t('data.query.picker.mapMissing')} />;
  return (
    <>
      <div className={styles.map}>
        <div ref={box} className={styles.ground} aria-busy={!handle} />
        {handle && (
          <div className={styles.zoom}>
            <ZoomButtons map={handle} />
          </div>
        )}
      </div>
      <p className={styles.hint}>{t('data.query.picker.mapHint')}</p>
      {stacked.length > 0 && (
        <section aria-label={t('data.query.picker.several')} className={styles.chips}>
          {stacked.map((siteId) => (
            <Button
              key={siteId}
              size="small"
              type={chosen.some((site) => site.siteId === siteId) ? 'primary' : 'default'}
              onClick={() => void toggle(siteId)}
            >
              {places?.names[places.siteIds.indexOf(siteId)]}
            </Button>
          ))}
        </section>
      )}
    </>
  );
}

interface Places {
  siteIds: number[];
  names: string[];
  longitudes: number[];
  latitudes: number[];
}

/** Draws the sites, the chosen ones with a tick, and shows the surroundings of a chosen one at first, or all. */
function useSitePoints(
  handle: MapHandle | undefined,
  places: Places | undefined,
  chosen: readonly ChosenSite[],
): void {
  const { token } = theme.useToken();
  const points = useMemo(() => {
    const ticked = new Set(chosen.map(({ siteId }) => siteId));
    return places?.siteIds.map((id, at): SitePoint => {
      const isChosen = ticked.has(id);
      return {
        id,
        position: [places.longitudes[at] ?? 0, places.latitudes[at] ?? 0],
        name: places.names[at] ?? '',
        text: isChosen ? '✓' : '',
        fill: isChosen ? token.colorPrimary : token.colorTextTertiary,
        ink: token.colorTextLightSolid,
        weight: isChosen ? 1 : 0,
      };
    });
  }, [places, chosen, token]);
  useEffect(() => {
    if (points) handle?.setSites(points);
  }, [handle, points]);
  const showAll = useEffectEvent((map: MapHandle, shown: Places) => {
    const near = chosen.find(({ longitude }) => longitude !== null);
    const bounds = findBounds(shown);
    if (near) map.moveTo([near.longitude ?? 0, near.latitude ?? 0], { zoom: nearZoom });
    else if (bounds) map.fit(bounds, { zoom: closest });
  });
  useEffect(() => {
    if (handle && places) showAll(handle, places);
  }, [handle, places]);
}

function findBounds({ longitudes, latitudes }: Places): Bounds | undefined {
  if (longitudes.length === 0) return undefined;
  // Spreading 10,000 numbers into Math.min would be near the limit of arguments.
  const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b));
  const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b));
  return [least(longitudes), least(latitudes), most(longitudes), most(latitudes)];
}
