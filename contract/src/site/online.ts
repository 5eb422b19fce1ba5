/** Number of missed report intervals after which a station counts as offline … */
const onlineIntervals = 3;
/** … but never sooner than this, so that a short interval does not make the state flicker. */
const onlineMinSeconds = 180;

/**
 * How long a station may be silent and still count as online, in milliseconds. The database has the same rule in the view
 * site_row (migration 0050_online_rule.sql), so that lists can be filtered by it; site.test.ts fails if the two differ.
 */
export function onlineWindowMs(reportIntervalSeconds: number): number {
  return Math.max(onlineIntervals * reportIntervalSeconds, onlineMinSeconds) * 1000;
}

/**
 * Whether a station last seen at `ts` is online at `now`, both in epoch milliseconds. The same rule decides whether a
 * value measured at `ts` is fresh.
 */
export function isOnline(ts: number | null, reportIntervalSeconds: number, now: number): boolean {
  return ts !== null && now - ts <= onlineWindowMs(reportIntervalSeconds);
}
