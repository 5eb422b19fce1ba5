import { isHourValid, isPeriodValid } from '@limpid/aqi/validity';
import type { Granularity } from '@limpid/contract/data/series';

/** Whether an hour has fewer than 45 valid minutes, or a day fewer than 20 valid hours. */
export function hasLittleData(covered: number, granularity: Granularity): boolean {
  return granularity === 'day' ? !isPeriodValid('day', covered) : !isHourValid(covered, 1);
}
