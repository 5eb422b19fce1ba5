import { medianOf } from '@limpid/aqi/statistics/percentile';
import type { Hours, RuleFinding } from './finding.ts';

export interface DifferenceLimits {
  /** The site may differ from its neighbours by the larger of both. */
  tolerance: number;
  percent: number;
}

/** Away from the median of the neighbours. */
export function judgeDifference(
  hours: Hours,
  neighbours: readonly Hours[],
  at: number,
  { tolerance, percent }: DifferenceLimits,
  /** One neighbour may be the one that is wrong; a reference station is enough. */
  least = 2,
): RuleFinding | undefined {
  const value = hours[at] ?? Number.NaN;
  const seen = neighbours.map((other) => other[at] ?? Number.NaN).filter((other) => !Number.isNaN(other));
  if (Number.isNaN(value) || seen.length < least) return undefined;
  const median = medianOf(seen) ?? value;
  const margin = Math.max(tolerance, (percent / 100) * Math.abs(median));
  if (Math.abs(value - median) <= margin) return undefined;
  return { value, low: Math.min(...seen), high: Math.max(...seen), span: null };
}
