import { HOUR_MS } from '../durations.ts';

export const onlineRule = {
  /** Number of missed report intervals after which a station counts as offline … */
  intervals: 3,
  /** … but never sooner than this, so that a short interval does not make the state flicker. */
  minSeconds: 180,
};

/**
 * How long a station may be silent and still count as online, in milliseconds. Each start of the server writes
 * the same rule into the database function `online_window`.
 */
export function onlineWindowMs(reportIntervalSeconds: number): number {
  return Math.max(onlineRule.intervals * reportIntervalSeconds, onlineRule.minSeconds) * 1000;
}

/**
 * Whether a station last seen at `ts` is online at `now`, both in epoch milliseconds. The same rule decides whether a
 * value measured at `ts` is fresh.
 */
export function isOnline(ts: number | null, reportIntervalSeconds: number, now: number): boolean {
  return ts !== null && now - ts <= onlineWindowMs(reportIntervalSeconds);
}

/** An index belongs to a closed hour: an hour until it closes, an hour until the next one does, and one more for delays. */
const indexLifeMs = 3 * HOUR_MS;

/** Whether the index of the hour that began at `hour` is too old to describe the present. */
export function isHourStale(hour: number, now: number): boolean {
  return now - hour > indexLifeMs;
}

/** A publication of a reference station describes the present until this long after the end of its hour. */
const publicationLifeMs = 3 * HOUR_MS;

/** Whether a publication of the hour that ended at `releasedAt` is too old to describe the present. */
export function isPublicationStale(releasedAt: number, now: number): boolean {
  return now - releasedAt > publicationLifeMs;
}
