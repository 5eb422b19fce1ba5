import { isHourValid, isPeriodValid } from '@limpid/aqi/validity';
import type { Granularity } from '@limpid/contract/data/series';

/** Whether an hour has fewer than 45 valid minutes, or a day fewer than 20 valid hours. */
export function hasLittleData(covered: number, granularity: Granularity): boolean {
  if (granularity === 'day') return !isPeriodValid('day', covered);
  return !isHourValid(covered, 1) && !isExcluded(covered, granularity);
}

/** Whether a data rule leaves an hour with a mean out: it covers nothing then, which no measured hour does. */
export function isExcluded(covered: number, granularity: Granularity): boolean {
  return granularity === 'hour' && covered === 0;
}
