import { HOUR_MS } from '@limpid/contract/durations';
import type { CountedHour } from '../../reading/storage.api.ts';

/** The number of unsent readings by the start of their hour (UTC). */
export type UnsentHours = ReadonlyMap<number, CountedHour>;

/**
 * Before which moment readings are given up: those older than the limit in hours and, whole hours at a time, the oldest
 * beyond the limit in rows.
 */
export function findCutoff(
  hours: UnsentHours,
  { maxHours, maxRows, now }: { maxHours: number; maxRows: number; now: number },
): number {
  let cutoff = now - maxHours * HOUR_MS;
  let left = 0;
  for (const [hour, { count }] of [...hours].toSorted(([a], [b]) => b - a)) {
    if (hour + HOUR_MS <= cutoff) break;
    left += count;
    if (left > maxRows) {
      cutoff = Math.max(cutoff, hour + HOUR_MS);
      break;
    }
  }
  return cutoff;
}

export const sumUnsent = (hours: UnsentHours): number =>
  [...hours.values()].reduce((sum, { count }) => sum + count, 0);

export const findOldest = (hours: UnsentHours): number | null =>
  hours.size === 0 ? null : Math.min(...[...hours.values()].map(({ oldest }) => oldest));
