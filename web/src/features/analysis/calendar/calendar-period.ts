import { findDays, type Range } from '../../../query/state/period.ts';
import type { QueryPeriod } from '../../../query/state/query.ts';

/** A month (`2026-11`) or a year (`2026`). */
export type CalendarPeriod = string;

export const isYear = (period: CalendarPeriod) => period.length === 4;

/** The year if the period is one, whole or so far; else the month of its last day. */
export function findCalendarPeriod(period: QueryPeriod, range: Range, zone: string): CalendarPeriod {
  const { fromDay, toDay } = findDays(range, zone);
  const year = toDay.slice(0, 4);
  const isWholeYear = fromDay === `${year}-01-01` && toDay === `${year}-12-31`;
  if (period === 'thisYear' || isWholeYear) return year;
  return toDay.slice(0, 7);
}

/** The days of a month or a year. */
export function toQueryPeriod(period: CalendarPeriod): { fromDay: string; toDay: string } {
  if (isYear(period)) return { fromDay: `${period}-01-01`, toDay: `${period}-12-31` };
  const [year = 0, month = 0] = period.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { fromDay: `${period}-01`, toDay: `${period}-${lastDay}` };
}

/** The month or year that is so many steps later. */
export function shiftPeriod(period: CalendarPeriod, steps: number): CalendarPeriod {
  if (isYear(period)) return String(Number(period) + steps);
  const [year = 0, month = 0] = period.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + steps, 1)).toISOString().slice(0, 7);
}

export function listShownMonths(period: CalendarPeriod): string[] {
  if (!isYear(period)) return [period];
  return Array.from({ length: 12 }, (_, n) => `${period}-${String(n + 1).padStart(2, '0')}`);
}
