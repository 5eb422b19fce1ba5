import { ExpandOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import { computeBounds } from '../../../map/compute-bounds.ts';
import type { Bounds, LngLat } from '../../../map/map.ts';
import { useOpenedMap } from '../../../map/use-opened-map.ts';
import { MapFrame } from '../../../query/map/MapFrame.tsx';
import { SeveralPoints } from '../../../query/map/SeveralPoints.tsx';
import { useMapAppearance } from '../../../resource/use-map-appearance.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import styles from './national.module.css';
import type { NationalCity, NationalMeasure, ShownStation } from './national-places.ts';
import { usePlacePoints } from './use-place-points.ts';

interface NationalMapProps {
  cities: readonly NationalCity[];
  /** The stations of the open city. */
  stations: readonly ShownStation[];
  open: NationalCity | undefined;
  measure: NationalMeasure;
  scale: MeasureScale;
  /** The id of the station that is marked. */
  marked: number | undefined;
  onOpen: (city: NationalCity | undefined) => void;
  onMark: (id: number) => void;
}

const world = { center: [104, 35], zoom: 2.5 } as const;
const [closestCity, closestStation] = [7, 13];

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

  const [stacked, setStacked] = useState<readonly number[]>([]);
  const choose = (id: number) =>
    id < 0 ? props.onMark(id) : props.onOpen(cities.find((city) => city.id === id));
  const click = useEffectEvent((ids: readonly number[]) => {
    setStacked(ids.length > 1 ? ids : []);
    if (ids.length === 1 && ids[0] !== undefined) choose(ids[0]);
  });
  useEffect(() => handle?.on('siteClick', ({ ids }) => click(ids)), [handle]);

  if (missing && !handle) return <Alert type="warning" showIcon title={t('analysis.national.mapMissing')} />;
  return (
    <div className={styles.mapSide}>
      <MapFrame
        box={box}
        map={handle}
        label={label}
        className={styles.map}
        tools={
          <IconButton
            name={t('analysis.national.wholeMap')}
            icon={<ExpandOutlined />}
            onClick={() => {
              props.onOpen(undefined);
              const bounds = findBounds(cities);
              if (bounds) handle?.fit(bounds, { zoom: closestCity, padding: margins });
            }}
          />
        }
      >
        {!open && handle && <p className={styles.hint}>{t('analysis.national.mapHint')}</p>}
      </MapFrame>
      <SeveralPoints points={points.filter(({ id }) => stacked.includes(id))} onChoose={choose} />
    </div>
  );
}

/** Room for markers at the edges. */
const margins = { top: 48, right: 48, bottom: 48, left: 48 };

function findBounds(places: readonly { position: LngLat | undefined }[]): Bounds | undefined {
  return computeBounds(places.flatMap(({ position }) => (position ? [position] : [])));
}
