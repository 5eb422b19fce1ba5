/** A station may miss this many report intervals before it counts as offline … */
export const onlineIntervals = 3;
/** … and it always has this much time, so that a short interval does not make it flicker. */
export const onlineMinSeconds = 180;

/** How long a station may be silent and still count as online, in milliseconds. */
function onlineWindowMs(reportIntervalSeconds: number): number {
  return Math.max(onlineIntervals * reportIntervalSeconds, onlineMinSeconds) * 1000;
}

/**
 * Whether a station last heard at `ts` is online at `now`, both in epoch milliseconds. The same rule decides whether a value
 * measured at `ts` is fresh.
 */
export function isOnline(ts: number | null, reportIntervalSeconds: number, now: number): boolean {
  return ts !== null && now - ts <= onlineWindowMs(reportIntervalSeconds);
}
