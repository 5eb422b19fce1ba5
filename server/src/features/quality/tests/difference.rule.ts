import { medianOf } from './spike.rule.ts';
import type { Hours, Verdict } from './verdict.ts';

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
): Verdict | undefined {
  const value = hours[at] ?? Number.NaN;
  const seen = neighbours.map((other) => other[at] ?? Number.NaN).filter((other) => !Number.isNaN(other));
  if (Number.isNaN(value) || seen.length < least) return undefined;
  const median = medianOf(seen);
  const margin = Math.max(tolerance, (percent / 100) * Math.abs(median));
  if (Math.abs(value - median) <= margin) return undefined;
  return { value, low: seen[0] ?? median, high: seen.at(-1) ?? median, span: null };
}
