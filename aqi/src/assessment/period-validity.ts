import { isPeriodValid } from '../validity.ts';

/** Local dates (`YYYY-MM-DD`), both included. */
export interface PeriodDates {
  readonly first: string;
  readonly last: string;
}

const dayMs = 86_400_000;

export function countPeriodDays({ first, last }: PeriodDates): number {
  return Math.max(0, Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1);
}

/** A whole month or year of the calendar, the only periods whose valid days the standard counts. */
export function classifyPeriod({ first, last }: PeriodDates): 'month' | 'year' | null {
  const year = first.slice(0, 4);
  if (first === `${year}-01-01` && last === `${year}-12-31`) return 'year';
  const month = first.slice(0, 7);
  const daysInMonth = new Date(Date.UTC(Number(year), Number(month.slice(5)), 0)).getUTCDate();
  return first === `${month}-01` && last === `${month}-${daysInMonth}` ? 'month' : null;
}

/** Our own rule for quarters, weeks and other dates, for which the standard has none. */
const ownShare = 0.75;

export function hasEnoughValidDays(period: PeriodDates, validDays: number): boolean {
  const kind = classifyPeriod(period);
  if (kind !== null) return isPeriodValid(kind, validDays, Number(period.first.slice(5, 7)));
  return validDays > 0 && validDays >= ownShare * countPeriodDays(period);
}
