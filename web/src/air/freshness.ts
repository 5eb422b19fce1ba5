import { HOUR_MS } from '@limpid/contract/durations';
import { isOnline } from '@limpid/contract/site/online';

export { isHourStale } from '@limpid/contract/site/online';

/** A publication of a reference station describes the present until this long after the end of its hour. */
const publicationLifeMs = 3 * HOUR_MS;

/** Whether a value measured at `ts` is too old to describe the present; a missing moment counts as too old. */
export function isValueStale(ts: number | null, reportIntervalSeconds: number, now: number): boolean {
  return !isOnline(ts, reportIntervalSeconds, now);
}

/** Whether a publication of the hour that ended at `releasedAt` is too old to describe the present. */
export function isPublicationStale(releasedAt: number, now: number): boolean {
  return now - releasedAt > publicationLifeMs;
}

/** How long ago a value was measured, in milliseconds; 0 for a station whose clock is ahead. */
export function ageMs(ts: number, now: number): number {
  return Math.max(0, now - ts);
}
