import { type ChosenSite, listSitePlaces, type QueryPermission } from '@limpid/contract/data/site-choice';
import { useQuery } from '@tanstack/react-query';
import { Alert, theme } from 'antd';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { computeBounds } from '../../map/compute-bounds.ts';
import type { LngLat, MapHandle, SitePoint } from '../../map/map.ts';
import { useOpenedMap } from '../../map/use-opened-map.ts';
import { useMapAppearance } from '../../resource/use-map-appearance.ts';
import { MapFrame } from '../map/MapFrame.tsx';
import { SeveralPoints } from '../map/SeveralPoints.tsx';
import text from '../text.module.css';
import styles from './sites.module.css';
import { fetchSites } from './use-sites.ts';

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
  const label = t('data.query.picker.mapLabel');
  const { handle, missing } = useOpenedMap(box, 'own', { ...look, view, label });
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
      <MapFrame box={box} map={handle} label={label} className={styles.map} />
      <p className={text.hint}>{t('data.query.picker.mapHint')}</p>
      <SeveralPoints
        points={stacked.map((id) => ({ id, name: places?.names[places.siteIds.indexOf(id)] ?? '' }))}
        chosen={chosen.map(({ siteId }) => siteId)}
        onChoose={(id) => void toggle(id)}
      />
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
    const bounds = computeBounds(shown.longitudes.map((x, at): LngLat => [x, shown.latitudes[at] ?? 0]));
    if (near) map.moveTo([near.longitude ?? 0, near.latitude ?? 0], { zoom: nearZoom });
    else if (bounds) map.fit(bounds, { zoom: closest });
  });
  useEffect(() => {
    if (handle && places) showAll(handle, places);
  }, [handle, places]);
}
