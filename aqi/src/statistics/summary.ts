import { computeMean } from '../decimal.ts';
import { percentileOf, sortValues } from './percentile.ts';

export interface Summary {
  count: number;
  min: number | null;
  mean: number | null;
  max: number | null;
  p50: number | null;
  p90: number | null;
  p98: number | null;
  /** The position of the first maximum among the given values. */
  maxAt: number | null;
}

/** Statistics of one column; missing values are left out of all of them. */
export function summarise(values: readonly (number | null)[]): Summary {
  const sorted = sortValues(values);
  const max = sorted.at(-1) ?? null;
  return {
    count: sorted.length,
    min: sorted[0] ?? null,
    mean: computeMean(Array.from(sorted)),
    max,
    p50: percentileOf(sorted, 50),
    p90: percentileOf(sorted, 90),
    p98: percentileOf(sorted, 98),
    maxAt: max === null ? null : values.indexOf(max),
  };
}

export interface BoxPlot {
  count: number;
  lowerWhisker: number;
  lowerQuartile: number;
  median: number;
  upperQuartile: number;
  upperWhisker: number;
  /** Values beyond the whiskers, ascending. */
  outliers: number[];
}

/** Tukey's box plot: whiskers end at the last value within 1.5 interquartile ranges of the box. */
export function makeBoxPlot(values: Iterable<number | null>): BoxPlot | null {
  const sorted = sortValues(values);
  const [lowerQuartile, median, upperQuartile] = [25, 50, 75].map((percent) => percentileOf(sorted, percent));
  if (lowerQuartile == null || median == null || upperQuartile == null) return null;
  const reach = 1.5 * (upperQuartile - lowerQuartile);
  const isInside = (value: number) => value >= lowerQuartile - reach && value <= upperQuartile + reach;
  const inside = sorted.filter(isInside);
  return {
    count: sorted.length,
    // With few values the quartile lies between two of them, beyond the last one inside.
    lowerWhisker: Math.min(inside[0] ?? lowerQuartile, lowerQuartile),
    lowerQuartile,
    median,
    upperQuartile,
    upperWhisker: Math.max(inside.at(-1) ?? upperQuartile, upperQuartile),
    outliers: Array.from(sorted).filter((value) => !isInside(value)),
  };
}
