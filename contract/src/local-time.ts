import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond';
export type LocalTime = Readonly<Record<Part, number>>;

const quarterHourMs = 15 * MINUTE_MS;
const maxCachedOffsets = 5000;

/** Offsets change only at quarters of an hour, so one cached lookup serves a whole quarter. */
const offsetCache = new Map<string, { format: Intl.DateTimeFormat; offsets: Map<number, number> }>();

/** How far the wall clock of a zone is ahead of UTC at an instant, in milliseconds. */
export function offsetAt(instant: number, zone: string): number {
  let entry = offsetCache.get(zone);
  if (!entry) {
    entry = { format: new Intl.DateTimeFormat('sv-SE', formatOptions(zone)), offsets: new Map() };
    offsetCache.set(zone, entry);
  }
  const key = Math.floor(instant / quarterHourMs);
  const offset = entry.offsets.get(key);
  if (offset !== undefined) return offset;
  if (entry.offsets.size >= maxCachedOffsets) entry.offsets.clear();
  const moment = key * quarterHourMs;
  // The Swedish locale prints ISO form; parsed as UTC it is the wall clock.
  const computed = Date.parse(`${entry.format.format(moment).replace(' ', 'T')}Z`) - moment;
  entry.offsets.set(key, computed);
  return computed;
}

function formatOptions(timeZone: string): Intl.DateTimeFormatOptions {
  const two = '2-digit' as const;
  return { timeZone, year: 'numeric', month: two, day: two, hour: two, minute: two, second: two };
}

/** Maximum distance from now at which the current time decides which of two equal hours is meant. */
const ambiguityMs = 3 * HOUR_MS;

/**
 * The instant of a wall clock. A repeated hour is the one nearer to `near`, if that is close, else the first; a skipped
 * hour becomes the following one.
 */
export function toInstant(wall: LocalTime, zone: string, near?: number): number {
  const { year, month, day: date, hour: hours, minute, second, millisecond } = wall;
  const asUtc = Date.UTC(year, month - 1, date, hours, minute, second, millisecond);
  const before = asUtc - offsetAt(asUtc - DAY_MS, zone);
  const after = asUtc - offsetAt(asUtc + DAY_MS, zone);
  const isReal = (instant: number) => instant + offsetAt(instant, zone) === asUtc;
  if (!isReal(before)) return isReal(after) ? after : before;
  if (near === undefined || before === after || !isReal(after)) return before;
  const isNearer = Math.abs(near - after) < Math.abs(near - before);
  return isNearer && Math.abs(near - after) < ambiguityMs ? after : before;
}

/** Whether the clock of a zone is changed within a year of an instant. */
export function hasClockChanges(zone: string, from: number): boolean {
  const first = offsetAt(from, zone);
  // Some zones change it for a few weeks only.
  return Array.from({ length: 26 }, (_, index) => from + index * 14 * DAY_MS).some(
    (moment) => offsetAt(moment, zone) !== first,
  );
}

/** Whether the clock of a zone shows the time of an instant twice, because it is put back. */
export function isRepeatedTime(instant: number, zone: string): boolean {
  const wall = instant + offsetAt(instant, zone);
  return [-DAY_MS, DAY_MS].some((away) => {
    const other = wall - offsetAt(instant + away, zone);
    return other !== instant && other + offsetAt(other, zone) === wall;
  });
}

/** The start of the hour, in a zone, that contains an instant. */
export function floorToHour(instant: number, zone: string): number {
  const offset = offsetAt(instant, zone);
  return Math.floor((instant + offset) / HOUR_MS) * HOUR_MS - offset;
}

/** The wall clock of a zone, `YYYY-MM-DD HH:mm`, with seconds if they are not 0. */
export function formatLocalTime(instant: number, zone: string): string {
  const clock = new Date(instant + offsetAt(instant, zone)).toISOString().replace('T', ' ');
  return clock.slice(0, instant % MINUTE_MS === 0 ? 16 : 19);
}

/** The date on the wall calendar of a zone, `YYYY-MM-DD`. */
export function formatLocalDate(instant: number, zone: string): string {
  return new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 10);
}

/** The start of a date in a zone and the start of the next: `[start, end)`. */
export function dayBounds(date: string, zone: string): [start: number, end: number] {
  const midnight = (at: number) => {
    const [year = 0, month = 0, number = 0] = new Date(at).toISOString().slice(0, 10).split('-').map(Number);
    const wall = { year, month, day: number, hour: 0, minute: 0, second: 0, millisecond: 0 };
    return toInstant(wall, zone);
  };
  const start = Date.parse(`${date}T00:00:00Z`);
  return [midnight(start), midnight(start + DAY_MS)];
}

/** The start of the day, in a zone, that contains an instant. */
export function startOfDay(instant: number, zone: string): number {
  return dayBounds(formatLocalDate(instant, zone), zone)[0];
}

/** Whether a text such as `2026-01-31` is a date of the calendar. */
export function isDate(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Every date from the first to the last one, both included. */
export function datesBetween(first: string, last: string): string[] {
  const start = Date.parse(first);
  const count = (Date.parse(last) - start) / DAY_MS + 1;
  return Array.from({ length: count }, (_, n) => new Date(start + n * DAY_MS).toISOString().slice(0, 10));
}

/** Formats an instant as wall clock of a zone in digits: with (17) or without (14) milliseconds. */
export function formatDigits(instant: number, zone: string, length: 14 | 17): string {
  const wall = new Date(instant + offsetAt(instant, zone)).toISOString();
  return wall.replace(/\D/g, '').slice(0, length);
}
