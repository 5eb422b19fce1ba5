const hourMs = 3_600_000;

/** The silence after which a station counts as offline, in milliseconds. */
function patienceMs(interval: number): number {
  return Math.max(3 * interval, 180) * 1000;
}

/** A moment that is too long ago to be told as the present. */
export function isStale(ts: number | null, interval: number, now: number): boolean {
  return ts === null || now - ts > patienceMs(interval);
}

/** An hour, by its start, whose index is of the past: it is over when its index is made, and stays the newest for one more. */
export function isHourOld(hour: number, now: number): boolean {
  return now - hour > 3 * hourMs;
}
