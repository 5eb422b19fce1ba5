import { isHourValid } from '@limpid/aqi/validity';
import { HOUR_MS } from '@limpid/contract/durations';
import type { Series } from '../reading/reading.api.ts';

/** Whether the hour that begins at this moment has not ended yet. */
export function isRunningHour(start: number, now: number): boolean {
  return start + HOUR_MS > now;
}

interface ValidHours {
  hours: { ts: number; value: number }[];
  /** Hours with fewer than 45 valid minutes. */
  dropped: number;
  /** 1 if the running hour has a value, which is left out whatever it covers. */
  running: number;
}

/** The hours of a series that have ended with enough valid time; the others are counted. */
export function selectValidHours(series: Series | undefined, now: number): ValidHours {
  const { at = [], values = [], covered = [] } = series ?? {};
  const result: ValidHours = { hours: [], dropped: 0, running: 0 };
  for (const [position, ts] of at.entries()) {
    const value = values[position];
    if (isRunningHour(ts, now)) result.running++;
    else if (value === undefined || !isHourValid(covered[position] ?? 0, 1)) result.dropped++;
    else result.hours.push({ ts, value });
  }
  return result;
}
