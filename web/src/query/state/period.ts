import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { dayBounds, floorToHour, formatLocalDate, offsetAt, toInstant } from '@limpid/contract/local-time';
import {
  type Comparison,
  type HourPreset,
  isHourPreset,
  type Preset,
  type QueryPeriod,
  type Step,
} from './query.ts';

/** Moments, the second not included. */
export interface Range {
  from: number;
  to: number;
}

/** Whether a range consists of whole days on the clock of a zone. */
export function isWholeDays({ from, to }: Range, zone: string): boolean {
  return (
    dayBounds(formatLocalDate(from, zone), zone)[0] === from &&
    dayBounds(formatLocalDate(to - 1, zone), zone)[1] === to
  );
}

/** The moments of a period on the clock of a zone; a range may be reversed if its days are. */
export function resolvePeriod(period: QueryPeriod, now: number, zone: string): Range {
  if (typeof period === 'string') {
    if (period === 'lastHour') return resolveHour(floorToHour(now, zone) - HOUR_MS);
    if (period === 'last24Hours') return { from: now - DAY_MS, to: now };
    return resolveDays(resolvePreset(period, formatLocalDate(now, zone)), zone);
  }
  return 'fromDay' in period ? resolveDays(period, zone) : period;
}

export function resolveHour(from: number): Range {
  return { from, to: from + HOUR_MS };
}

export function isOneHour({ from, to }: Range): boolean {
  return to - from === HOUR_MS;
}

interface Days {
  fromDay: string;
  toDay: string;
}

function resolveDays({ fromDay, toDay }: Days, zone: string): Range {
  return { from: dayBounds(fromDay, zone)[0], to: dayBounds(toDay, zone)[1] };
}

/** The first and the last day of a range on the clock of a zone, both included. */
export function findDays({ from, to }: Range, zone: string): { fromDay: string; toDay: string } {
  return {
    fromDay: formatLocalDate(from, zone),
    toDay: formatLocalDate(Math.max(from, to - 1), zone),
  };
}

/** The periods that a screen can show: any moments, whole days, or whole days and single hours. */
export type PeriodUnit = 'moments' | 'days' | 'daysOrHour';

/** A period of another screen as one that this screen can show: all the days that it touches. */
export function fitPeriod(period: QueryPeriod, unit: PeriodUnit, now: number, zone: string): QueryPeriod {
  const range = resolvePeriod(period, now, zone);
  if (unit === 'moments' || (unit === 'daysOrHour' && isOneHour(range))) return period;
  const isMoments = typeof period === 'string' ? isHourPreset(period) : 'from' in period;
  return isMoments ? findDays(range, zone) : period;
}

function resolvePreset(preset: Exclude<Preset, HourPreset>, today: string): Days {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const days: Record<typeof preset, Days> = {
    today: { fromDay: today, toDay: today },
    yesterday: { fromDay: addDays(today, -1), toDay: addDays(today, -1) },
    last7Days: { fromDay: addDays(today, -6), toDay: today },
    last30Days: { fromDay: addDays(today, -29), toDay: today },
    thisMonth: { fromDay: makeDay(year, month, 1), toDay: today },
    lastMonth: { fromDay: makeDay(year, month - 1, 1), toDay: makeDay(year, month, 0) },
    thisYear: { fromDay: makeDay(year, 1, 1), toDay: today },
    lastYear: { fromDay: makeDay(year - 1, 1, 1), toDay: makeDay(year - 1, 12, 31) },
  };
  return days[preset];
}

/** Months and days beyond their bounds count on: month 0 is December, day 0 the last of the month before. */
function makeDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The range that a range is compared with: as many days immediately before, or the same dates of the year before. Whole
 * months are compared with the months before, whatever their lengths.
 */
export function resolveComparison(range: Range, comparison: Comparison, zone: string): Range | undefined {
  if (comparison === 'none') return undefined;
  const first = formatLocalDate(range.from, zone);
  const last = formatLocalDate(range.to - 1, zone);
  if (!isWholeDays(range, zone)) {
    if (comparison === 'lastYear')
      return { from: findYearBefore(range.from, zone), to: findYearBefore(range.to, zone) };
    return { from: range.from - (range.to - range.from), to: range.from };
  }
  if (comparison === 'lastYear')
    return resolveDays({ fromDay: addMonths(first, -12), toDay: addMonths(last, -12) }, zone);
  const months = countWholeMonths(first, last);
  if (months > 0) return resolveDays({ fromDay: addMonths(first, -months), toDay: addDays(first, -1) }, zone);
  const days = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
  return resolveDays({ fromDay: addDays(first, -days), toDay: addDays(first, -1) }, zone);
}

/** The same date and time of day a year before. */
function findYearBefore(moment: number, zone: string): number {
  const wall = moment + offsetAt(moment, zone);
  const [year = 0, month = 0, day = 0] = addMonths(formatLocalDate(moment, zone), -12).split('-').map(Number);
  const [hour, minute] = [Math.floor(wall / HOUR_MS) % 24, Math.floor(wall / MINUTE_MS) % 60];
  return toInstant({ year, month, day, hour, minute, second: 0, millisecond: wall % MINUTE_MS }, zone);
}

/** The same day of another month, or its last day: 29 February becomes the 28th. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastDay = Number(makeDay(year, month + months + 1, 0).slice(8));
  return makeDay(year, month + months, Math.min(date, lastDay));
}

/** The number of months if the days are whole months, else 0. */
function countWholeMonths(first: string, last: string): number {
  if (!first.endsWith('-01') || !addDays(last, 1).endsWith('-01')) return 0;
  const [year = 0, month = 0] = first.split('-').map(Number);
  const [endYear = 0, endMonth = 0] = addDays(last, 1).split('-').map(Number);
  return (endYear - year) * 12 + endMonth - month;
}

/** The finest step that gives about a thousand values, of those that the stored data has. */
export function resolveStep(step: Step, { from, to }: Range): Exclude<Step, 'auto'> {
  if (step !== 'auto') return step;
  const length = to - from;
  if (length <= 18 * HOUR_MS) return 'minute';
  if (length <= 3 * DAY_MS) return 'five';
  return length <= 400 * DAY_MS ? 'hour' : 'day';
}
