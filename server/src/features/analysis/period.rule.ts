import type { Dates } from '@limpid/contract/analysis/period';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { datesBetween, floorToHour, isDate, offsetAt } from '@limpid/contract/local-time';

/**
 * The first and the last requested date, both included. Errors name the fields of the request; `texts` is the key prefix
 * of their labels.
 */
export function readDates(
  { from, to }: Dates,
  longest: number,
  texts: string,
  [fromField, toField]: readonly [from: string, to: string] = ['from', 'to'],
): [first: string, last: string] {
  const refuse = (field: string) => fail('analysis.date', { label: `${texts}.fields.${field}` }, field);
  const first = firstOf(from) ?? refuse(fromField);
  const last = lastOf(to ?? from) ?? refuse(to === undefined ? fromField : toField);
  if (last < first) fail('series.reversed', {}, toField);
  if ((Date.parse(last) - Date.parse(first)) / DAY_MS >= longest)
    fail('series.long', { days: longest }, fromField);
  return [first, last];
}

/** A date that exists in the calendar; the first day for a month. */
function firstOf(text: string): string | undefined {
  const date = text.length === 7 ? `${text}-01` : text;
  return isDate(date) ? date : undefined;
}

function lastOf(text: string): string | undefined {
  const first = firstOf(text);
  return text.length === 7 && first ? monthDates(text).at(-1) : first;
}

/** Every date of a month (`2026-01`) or of a year. */
export function monthDates(period: string): string[] {
  const isYear = period.length === 4;
  const start = new Date(`${period}${isYear ? '-01' : ''}-01T00:00:00Z`);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()];
  const last = isYear ? Date.UTC(year + 1, 0, 0) : Date.UTC(year, month + 1, 0);
  return datesBetween(start.toISOString().slice(0, 10), new Date(last).toISOString().slice(0, 10));
}

/** The starts of the hours of a day, with their UTC offset: 23 or 25 of them when the clock changes. */
export function listHours(
  [from, to]: readonly [number, number],
  zone: string,
): { ts: number; offset: number }[] {
  const starts = new Set<number>();
  for (let at = from; at < to; at += HOUR_MS) starts.add(Math.max(from, floorToHour(at, zone)));
  return [...starts].map((ts) => ({ ts, offset: offsetAt(ts, zone) / MINUTE_MS }));
}
