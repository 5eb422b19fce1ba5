import { useTranslation } from 'react-i18next';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import type { LngLat } from '../../../map/map.ts';
import { PointsMap } from '../../../query/map/PointsMap.tsx';
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

const [closestCity, closestStation] = [7, 13];

/** The cities in the colours of their levels; an open one shows its stations as squares. */
export function NationalMap(props: NationalMapProps) {
  const { cities, stations, open, marked } = props;
  const { t } = useTranslation();
  const points = usePlacePoints(props);
  const whole = { positions: listPositions(cities), zoom: closestCity };
  const inside = { positions: listPositions(stations), zoom: closestStation };
  const area = open && inside.positions.length > 0 ? inside : whole;
  return (
    <div className={styles.mapSide}>
      <PointsMap
        label={t('analysis.national.map')}
        points={points}
        selected={marked}
        area={{ ...area, key: open?.key }}
        whole={whole}
        wholeText={t('analysis.national.wholeMap')}
        onWhole={() => props.onOpen(undefined)}
        missingText={t('analysis.national.mapMissing')}
        className={styles.map}
        onChoose={(id) => (id < 0 ? props.onMark(id) : props.onOpen(cities.find((city) => city.id === id)))}
      >
        {!open && <p className={styles.hint}>{t('analysis.national.mapHint')}</p>}
      </PointsMap>
    </div>
  );
}

function listPositions(places: readonly { position: LngLat | undefined }[]): LngLat[] {
  return places.flatMap(({ position }) => (position ? [position] : []));
}
