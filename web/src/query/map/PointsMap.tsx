import { ExpandOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { computeBounds } from '../../map/compute-bounds.ts';
import type { LngLat, MapHandle, SitePoint } from '../../map/map.ts';
import { useOpenedMap } from '../../map/use-opened-map.ts';
import { useMapAppearance } from '../../resource/use-map-appearance.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { MapFrame } from './MapFrame.tsx';
import { SeveralPoints } from './SeveralPoints.tsx';

interface MapArea {
  positions: readonly LngLat[];
  /** Not closer than this, for instance around a single point. */
  zoom: number;
}

interface PointsMapProps {
  label: string;
  points: readonly SitePoint[];
  selected: number | undefined;
  /** What the map shows at first and whenever the key changes; other changes leave the reader’s view alone. */
  area: MapArea & { key?: string | undefined };
  /** What the button shows, by default the area. */
  whole?: MapArea;
  wholeText: string;
  onWhole?: () => void;
  /** Shown where the browser cannot draw maps. */
  missingText: string;
  /** Gives the map its height. */
  className: string | undefined;
  onChoose: (id: number) => void;
  /** Above the map once it is open. */
  children?: ReactNode;
}

const world = { center: [60, 30], zoom: 1.5 } as const;
/** Room for markers and their counts at the edges. */
const padding = { top: 48, right: 48, bottom: 48, left: 48 };

/** Points on the installation's map; several at one place are offered by name. */
export function PointsMap({ label, points, selected, area, onChoose, ...props }: PointsMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const { handle, missing } = useOpenedMap(box, 'own', { ...useMapAppearance(), view: world, label });
  useEffect(() => handle?.setSites(points), [handle, points]);
  useEffect(() => handle?.setSelected(selected ?? null), [handle, selected]);

  const showArea = useEffectEvent((map: MapHandle) => show(map, area));
  const [hasPositions, key] = [area.positions.length > 0, area.key];
  useEffect(() => {
    if (handle && hasPositions) showArea(handle);
  }, [handle, hasPositions, key]);

  const [stacked, setStacked] = useState<readonly number[]>([]);
  const click = useEffectEvent((ids: readonly number[]) => {
    setStacked(ids.length > 1 ? ids : []);
    if (ids.length === 1 && ids[0] !== undefined) onChoose(ids[0]);
  });
  useEffect(() => handle?.on('siteClick', ({ ids }) => click(ids)), [handle]);

  if (missing && !handle) return <Alert type="warning" showIcon title={props.missingText} />;
  return (
    <>
      <MapFrame
        box={box}
        map={handle}
        label={label}
        className={props.className}
        tools={
          <IconButton
            name={props.wholeText}
            icon={<ExpandOutlined />}
            onClick={() => {
              props.onWhole?.();
              if (handle) show(handle, props.whole ?? area);
            }}
          />
        }
      >
        {handle && props.children}
      </MapFrame>
      <SeveralPoints points={points.filter(({ id }) => stacked.includes(id))} onChoose={onChoose} />
    </>
  );
}

function show(map: MapHandle, { positions, zoom }: MapArea): void {
  const bounds = computeBounds(positions);
  if (bounds) map.fit(bounds, { zoom, padding });
}
