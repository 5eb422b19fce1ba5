import { ExpandOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { computeBounds } from '../../../map/compute-bounds.ts';
import type { MapHandle, SitePoint } from '../../../map/map.ts';
import { useOpenedMap } from '../../../map/use-opened-map.ts';
import { MapFrame } from '../../../query/map/MapFrame.tsx';
import { SeveralPoints } from '../../../query/map/SeveralPoints.tsx';
import { useMapAppearance } from '../../../resource/use-map-appearance.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import styles from './distribution.module.css';

interface StatisticMapProps {
  label: string;
  points: readonly SitePoint[];
  selected: number | undefined;
  onChoose: (siteId: number) => void;
}

const world = { center: [60, 30], zoom: 1.5 } as const;
const closest = 11;
const padding = { top: 40, right: 40, bottom: 40, left: 40 };

/** Sites on the installation's map; several sites at one point are offered by name. */
export function StatisticMap({ label, points, selected, onChoose }: StatisticMapProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const look = useMapAppearance();
  const { handle, missing } = useOpenedMap(box, 'own', { ...look, view: world, label });
  const [stacked, setStacked] = useState<readonly number[]>([]);
  useEffect(() => handle?.setSites(points), [handle, points]);
  useEffect(() => handle?.setSelected(selected ?? null), [handle, selected]);
  useFirstFit(handle, points);
  const click = useEffectEvent((ids: readonly number[]) => {
    setStacked(ids.length > 1 ? ids : []);
    if (ids.length === 1 && ids[0] !== undefined) onChoose(ids[0]);
  });
  useEffect(() => handle?.on('siteClick', ({ ids }) => click(ids)), [handle]);
  if (missing && !handle) return <Alert type="warning" showIcon title={t('analysis.distribution.noMap')} />;
  return (
    <>
      <MapFrame
        box={box}
        map={handle}
        label={label}
        className={styles.map}
        tools={
          <IconButton
            name={t('analysis.distribution.showAll')}
            icon={<ExpandOutlined />}
            onClick={() => handle && showAll(handle, points)}
          />
        }
      />
      <SeveralPoints points={points.filter(({ id }) => stacked.includes(id))} onChoose={onChoose} />
    </>
  );
}

/** Shows all sites once; later changes of colours leave the map where the reader moved it. */
function useFirstFit(handle: MapHandle | undefined, points: readonly SitePoint[]): void {
  const hasPoints = points.length > 0;
  const fit = useEffectEvent((map: MapHandle) => showAll(map, points));
  useEffect(() => {
    if (handle && hasPoints) fit(handle);
  }, [handle, hasPoints]);
}

function showAll(map: MapHandle, points: readonly SitePoint[]): void {
  const bounds = computeBounds(points.map(({ position }) => position));
  if (bounds) map.fit(bounds, { zoom: closest, padding });
}
