import { DAY_MS } from '@limpid/contract/durations';
import type { ReportPeriod, ReportPeriodKind } from '@limpid/contract/report/report-request';
import { addMonths } from '../../../query/state/period.ts';

export type WholeKind = Exclude<ReportPeriodKind, 'range'>;

const monthsOf = { month: 1, quarter: 3, year: 12 } as const;

/** The whole period of a kind that contains a day: weeks begin on Monday. */
export function periodAround(kind: WholeKind, day: string): ReportPeriod {
  if (kind === 'day') return { kind, first: day, last: day };
  if (kind === 'week') {
    const weekday = (new Date(day).getUTCDay() + 6) % 7;
    return { kind, first: addDays(day, -weekday), last: addDays(day, 6 - weekday) };
  }
  const months = monthsOf[kind];
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / months) * months + 1;
  const first = `${day.slice(0, 5)}${String(month).padStart(2, '0')}-01`;
  return { kind, first, last: addDays(addMonths(first, months), -1) };
}

/** The last period of a kind that has ended before a day. */
export function lastWholePeriod(kind: WholeKind, today: string): ReportPeriod {
  return periodAround(kind, addDays(periodAround(kind, today).first, -1));
}

/** The period of the same kind before or after this one. */
export function shiftWholePeriod({ first, last }: ReportPeriod, kind: WholeKind, by: -1 | 1): ReportPeriod {
  return periodAround(kind, by < 0 ? addDays(first, -1) : addDays(last, 1));
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
