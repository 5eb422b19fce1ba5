import { averageExact, computeMean, readExact, roundHalfEven } from './decimal.ts';

export type AveragingPeriod = 'eightHours' | 'day' | 'month' | 'year';

/** An hour needs this many seconds of valid samples. */
export const minValidSeconds = 45 * 60;
/** A day needs this many valid hours. */
export const minValidHours = 20;
const minCount = { eightHours: 6, day: minValidHours, month: 27, year: 324 };
const minDaysInFebruary = 25;

/** An hour needs 45 minutes of valid samples, each of which covers one reporting interval. */
export function isHourValid(validSamples: number, intervalSeconds: number): boolean {
  return validSamples * intervalSeconds >= minValidSeconds;
}

/** Eight hours and a day are counted in valid hours, a month (1 to 12) and a year in valid days. */
export function isPeriodValid(period: AveragingPeriod, validCount: number, month?: number): boolean {
  const minimum = period === 'month' && month === 2 ? minDaysInFebruary : minCount[period];
  return validCount >= minimum;
}

const windowHours = 8;

/** The mean of each hour with the seven before it; null where fewer than six of them are known. */
export function slideEightHours(hours: readonly (number | null)[]): (number | null)[] {
  const measured = hours.map((value) => (isMeasured(value) ? readExact(value) : null));
  return hours.map((_, last) => {
    const window = measured
      .slice(Math.max(0, last - windowHours + 1), last + 1)
      .filter((one) => one !== null);
    return isPeriodValid('eightHours', window.length) ? averageExact(window) : null;
  });
}

/** The mean of eight hours; null where fewer than six of them are known. */
export function averageEightHours(hours: readonly (number | null)[]): number | null {
  const measured = hours.filter(isMeasured);
  return isPeriodValid('eightHours', measured.length) ? computeMean(measured) : null;
}

const minWindows = 14;
const ozoneLimit = 160;

/**
 * The day's highest 8-hour mean of O3 from its 24 hours, over the windows that end from 08:00 to 24:00. Fewer than
 * fourteen of them make it invalid, unless it exceeds the limit: more hours could not lower it below the limit.
 */
export function findHighestEightHours(
  dayHours: readonly (number | null)[],
  limit = ozoneLimit,
): { value: number | null; valid: boolean } {
  const means = slideEightHours(dayHours.slice(0, 24))
    .slice(windowHours - 1)
    .filter(isMeasured);
  if (means.length === 0) return { value: null, valid: false };
  const value = Math.max(...means);
  return { value, valid: means.length >= minWindows || roundHalfEven(value, 0) > limit };
}

/** A negative number is not a concentration but a device's placeholder or a fault. */
function isMeasured(value: number | null): value is number {
  return value !== null && Number.isFinite(value) && value >= 0;
}
