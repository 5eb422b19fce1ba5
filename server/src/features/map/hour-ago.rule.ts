import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';

interface Line {
  at: readonly number[];
  values: readonly number[];
}

/** How far from one hour before a value may be; at least this, and one interval of slow stations. */
const minReachMs = 2.5 * MINUTE_MS;
/** Slower stations report once an hour or less often: their previous report is not an hour ago. */
const maxReachMs = 15 * MINUTE_MS;

/** How far a value may be from one hour before the newest one, for a station that reports every so many seconds. */
export function hourAgoReachMs(intervalSeconds: number): number {
  return Math.min(maxReachMs, Math.max(minReachMs, intervalSeconds * 1000));
}

/** Only amounts can be compared: a direction or a state is not more than another. */
export function canCompare({ dataType }: { dataType: string }): boolean {
  return dataType === 'number' || dataType === 'level';
}

/** The value nearest to one hour before `ts`, of two equally near the earlier; undefined if none is near enough. */
export function pickHourAgo({ at, values }: Line, ts: number, reachMs: number): number | undefined {
  let found: number | undefined;
  let nearest = reachMs;
  for (const [place, moment] of at.entries()) {
    const distance = Math.abs(moment - (ts - HOUR_MS));
    const value = values[place];
    if (value === undefined || Number.isNaN(value)) continue;
    if (distance < nearest || (found === undefined && distance === nearest)) {
      found = value;
      nearest = distance;
    }
  }
  return found;
}
