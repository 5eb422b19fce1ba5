import { dayBounds } from '@limpid/contract/local-time';

/** The first and the last date of a month (`yyyy-MM`). */
export function datesOf(month: string): [first: string, last: string] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return [`${month}-01`, last];
}

/** The bounds of a month in a zone. */
export function monthBounds(month: string, zone: string): [since: number, until: number] {
  const [first, last] = datesOf(month);
  return [dayBounds(first, zone)[0], dayBounds(last, zone)[1]];
}

export type MonthBounds = readonly [since: number, until: number];

/** The locks of the months before and after a month, as far as these are locked. */
export interface LocksBeside {
  /** The end of the month before. */
  before: number | null;
  /** The start of the month after. */
  after: number | null;
}

/** After a change of the zone months begin at another moment: the bounds reach to those of the locked months beside. */
export function closeGaps([since, until]: MonthBounds, { before, after }: LocksBeside): MonthBounds {
  return [Math.min(since, before ?? since), Math.max(until, after ?? until)];
}

/** So many months before a month. */
export function monthsBefore(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 - count, 1)).toISOString().slice(0, 7);
}
