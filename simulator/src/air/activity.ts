import type { WallClockTime } from '../local-time.ts';

/** A bell curve around an hour; the day wraps around at midnight. */
function bellCurve(hour: number, middle: number, width: number): number {
  const apart = Math.abs(hour - middle);
  const distance = Math.min(apart, 24 - apart) / width;
  return Math.exp(-0.5 * distance * distance);
}

/** Traffic from 0 to about 1: two rush hours on working days, an afternoon peak at weekends. */
export function findTraffic({ hour, isWeekend }: WallClockTime): number {
  if (isWeekend) return 0.1 + 0.5 * bellCurve(hour, 15, 3.8) + 0.12 * bellCurve(hour, 22, 2);
  return (
    0.1 + 0.8 * bellCurve(hour, 8, 1.1) + 0.38 * bellCurve(hour, 13, 2.6) + 0.82 * bellCurve(hour, 18.2, 1.5)
  );
}

/** Construction work: working hours with a pause at noon, little at weekends. */
export function findConstruction({ hour, isWeekend }: WallClockTime): number {
  const day = Math.max(bellCurve(hour, 9.7, 1.5), bellCurve(hour, 15.2, 1.8));
  return isWeekend ? 0.2 * day : day;
}
