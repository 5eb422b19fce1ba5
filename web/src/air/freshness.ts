import { isOnline } from '@limpid/contract/site/online';

export { isHourStale, isPublicationStale } from '@limpid/contract/site/online';

/** Whether a value measured at `ts` is too old to describe the present; a missing moment counts as too old. */
export function isValueStale(ts: number | null, reportIntervalSeconds: number, now: number): boolean {
  return !isOnline(ts, reportIntervalSeconds, now);
}

/** How long ago a value was measured, in milliseconds; 0 for a station whose clock is ahead. */
export function ageMs(ts: number, now: number): number {
  return Math.max(0, now - ts);
}
