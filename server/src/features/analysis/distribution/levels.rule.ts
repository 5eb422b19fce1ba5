import { roundHalfEven } from '@limpid/aqi/decimal';
import { presentReading } from '../../reading/reading.api.ts';

/** Ascending, without repetitions. */
export function orderBounds(bounds: readonly number[]): number[] {
  return [...new Set(bounds)].toSorted((a, b) => a - b);
}

/** Counts values by level: a level includes its upper bound, the last one is open. The shown number decides. */
export function countLevels(
  values: readonly number[],
  bounds: readonly number[],
  decimals: number,
): number[] {
  const counts = Array.from({ length: bounds.length + 1 }, () => 0);
  for (const value of values) {
    const shown = roundHalfEven(presentReading(value), decimals);
    const found = bounds.findIndex((bound) => shown <= bound);
    const level = found < 0 ? bounds.length : found;
    counts[level] = (counts[level] ?? 0) + 1;
  }
  return counts;
}
