import type { MapHours } from '@limpid/contract/map/hours';
import { useMemo } from 'react';
import { meansByHour, toCurve } from './mean-curve.ts';
import styles from './timelapse-bar.module.css';

const size = { width: 100, height: 20 };

/** The mean of all sites by hour, drawn along the slider of the time-lapse. */
export function MeanCurve({ hours, dataType }: { hours: MapHours; dataType: string }) {
  // The bar is drawn again with every hour that plays.
  const path = useMemo(() => toCurve(meansByHour(hours, dataType), size), [hours, dataType]);
  return (
    <svg
      aria-hidden
      className={styles.curve}
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
    >
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
