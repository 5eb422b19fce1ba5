/** Number of missed report intervals after which a station counts as offline … */
export const onlineIntervals = 3;
/** … but never sooner than this, so that a short interval does not make the state flicker. */
export const onlineMinSeconds = 180;

/** How long a station may be silent and still count as online, in milliseconds. */
function onlineWindowMs(reportIntervalSeconds: number): number {
  return Math.max(onlineIntervals * reportIntervalSeconds, onlineMinSeconds) * 1000;
}

/**
 * Whether a station last seen at `ts` is online at `now`, both in epoch milliseconds. The same rule decides whether a
 * value measured at `ts` is fresh.
 */
export function isOnline(ts: number | null, reportIntervalSeconds: number, now: number): boolean {
  return ts !== null && now - ts <= onlineWindowMs(reportIntervalSeconds);
}
