import { countPeriodDays } from '@limpid/aqi/assessment/period-validity';
import { DAY_MS } from '@limpid/contract/durations';
import type { ReportPeriod, ReportPeriodKind } from '@limpid/contract/report/report-request';

type Dates = Pick<ReportPeriod, 'first' | 'last'>;

const monthsOf: Partial<Record<ReportPeriodKind, number>> = { month: 1, quarter: 3, year: 12 };

/** The period of the same kind before: a month before a month, seven days before a week. */
export function previousPeriod({ kind, first, last }: ReportPeriod): Dates {
  const end = addDays(first, -1);
  const months = monthsOf[kind];
  if (months === undefined) return { first: addDays(first, -countPeriodDays({ first, last })), last: end };
  return { first: addMonths(first, -months), last: end };
}

/** The same dates a year earlier; a month ends with its last day, also in leap years. */
export function samePeriodLastYear({ kind, first, last }: ReportPeriod): Dates {
  if (monthsOf[kind] === undefined) return { first: addMonths(first, -12), last: addMonths(last, -12) };
  return { first: addMonths(first, -12), last: addDays(addMonths(addDays(last, 1), -12), -1) };
}

/** Whole calendar months that a period touches, as `YYYY-MM`. */
export function listPeriodMonths({ first, last }: Dates): string[] {
  const months: string[] = [];
  for (
    let month = first.slice(0, 7);
    month <= last.slice(0, 7);
    month = addMonths(`${month}-01`, 1).slice(0, 7)
  )
    months.push(month);
  return months;
}

/** The first and the last day of a month given as `YYYY-MM`. */
export function datesOfMonth(month: string): Dates {
  const first = `${month}-01`;
  return { first, last: addDays(addMonths(first, 1), -1) };
}

/** The first and the last day of the last period of a kind that has ended before a date. */
export function lastEndedPeriod(kind: Exclude<ReportPeriodKind, 'range'>, today: string): ReportPeriod {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  switch (kind) {
    case 'day':
      return { kind, first: addDays(today, -1), last: addDays(today, -1) };
    case 'week': {
      // Weeks begin on Monday.
      const weekday = (new Date(today).getUTCDay() + 6) % 7;
      const first = addDays(today, -weekday - 7);
      return { kind, first, last: addDays(first, 6) };
    }
    default: {
      const months = monthsOf[kind] ?? 1;
      const begun = Math.floor((month - 1) / months) * months + 1;
      const start = `${year}-${String(begun).padStart(2, '0')}-01`;
      return { kind, first: addMonths(start, -months), last: addDays(start, -1) };
    }
  }
}

/** Whether dates are a period of their kind: a week begins on Monday, a quarter in January, April, July or October. */
export function isWholePeriod({ kind, first, last }: ReportPeriod): boolean {
  if (first > last) return false;
  if (kind === 'range') return true;
  const expected = lastEndedPeriod(kind, addDays(last, 1));
  return expected.first === first && expected.last === last;
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day of another month, or the last day of that month if it is shorter. */
function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const first = Date.UTC(year, month - 1 + months, 1);
  const daysInMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return addDays(new Date(first).toISOString().slice(0, 10), Math.min(day, daysInMonth) - 1);
}
