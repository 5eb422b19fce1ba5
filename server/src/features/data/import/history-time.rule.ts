import { DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import { type LocalTime, offsetAt, toInstant } from '@limpid/contract/local-time';
import { dateFromSerial } from '../../../platform/sheets/dates.ts';

/** A cell of a sheet. */
export type SheetCell = string | number | boolean | Date | null;

/** A row of a table file. */
export interface TableRow {
  line: number;
  cells: readonly SheetCell[];
}

const secondMs = 1000;
const clock = String.raw`(\d{1,2})(?:[:.时點点hH](\d{1,2})?(?:[:.分](\d{1,2})(?:[.,]\d+)?秒?)?分?)?`;
const zone = String.raw`\s*(Z|(?:UTC|GMT)(?:\s*[+\-−]\s*\d{1,2}(?::?\d{2}|[.,]\d{1,2}|h\d{0,2})?)?|[+\-−]\d{2}(?::?\d{2})?)?`;
const yearFirst = new RegExp(
  String.raw`^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]*${clock})?${zone}$`,
  'i',
);
const dayFirst = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T\s]+${clock})?${zone}$`, 'i');
const compact = /^((?:19|20)\d\d)(\d\d)(\d\d)(?:(\d\d)(?:(\d\d)(\d\d)?)?)?$/;
const timeOnly = new RegExp(`^${clock}$`);
const dateOnly = /^(?:\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|(?:19|20)\d{6})$/;
const halfDay = /(\d{1,2})((?::\d{2}){0,2})\s*([ap])\.?m\.?/i;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName =
  /(?<=[\s\-/.]|\d)(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?=[\s\-/.]|\d)/i;
const longestTime = 64;
/** If the year comes last, days may come before or after months. */
export type DateOrder = 'dmy' | 'mdy';

/** A moment in a sheet: a wall clock of the site, or an instant if it has a UTC offset. */
export type SheetTime = { wall: number } | { instant: number };

/** Undefined if the cell is not a moment. */
export function readTimeCell(cell: SheetCell, order: DateOrder = 'dmy'): SheetTime | undefined {
  if (cell instanceof Date) return { wall: Math.round(cell.getTime() / secondMs) * secondMs };
  if (typeof cell === 'number') return readTimeNumber(cell);
  if (typeof cell !== 'string' || cell.length > longestTime) return undefined;
  const { text, isNamed } = plainTime(cell);
  const digits = compact.exec(text);
  if (digits) return fromParts(digits.slice(1, 7));
  const [, ...first] = yearFirst.exec(text) ?? [];
  if (first.length > 0) return fromParts(first.slice(0, 6), first[6]);
  const [, one, two, year, ...rest] = dayFirst.exec(text) ?? [];
  const [day, month] = order === 'dmy' || isNamed ? [one, two] : [two, one];
  if (year !== undefined) return fromParts([year, month, day, ...rest.slice(0, 3)], rest[3]);
  return /^\d{10}(\d{3})?$/.test(text) ? readTimeNumber(Number(text)) : undefined;
}

/** With 24-hour times and numeric months. */
function plainTime(cell: string): { text: string; isNamed: boolean } {
  const text = cell.normalize('NFKC').trim();
  if (!/[a-z]/i.test(text)) return { text, isNamed: false };
  const full = text.replace(halfDay, (_, hour: string, rest: string, half: string) => {
    const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
    return `${hours}${rest || ':00'}`;
  });
  const numbered = full.replace(monthName, (name) => `${months.indexOf(name.slice(0, 3).toLowerCase()) + 1}`);
  return {
    text: numbered === full ? full : numbered.replace(/^(\d{1,2})[\s-]+(\d{1,2})[\s-]+(\d{4})/, '$1/$2/$3'),
    isNamed: numbered !== full,
  };
}

/** Whether a cell is a date without a time of day; in a column of dates, midnight counts as none. */
export function isDateOnly(cell: SheetCell, isDateColumn: boolean): boolean {
  if (cell instanceof Date) return isDateColumn && cell.getTime() % DAY_MS === 0;
  return (
    typeof cell === 'string' && cell.length <= longestTime && dateOnly.test(cell.normalize('NFKC').trim())
  );
}

/** Undefined if no date with its year at the end decides; a number above 12 is a day. */
export function findDateOrder(cells: readonly SheetCell[]): DateOrder | undefined {
  for (const cell of cells) {
    const [, one, two] =
      (typeof cell === 'string' && cell.length <= longestTime && dayFirst.exec(plainTime(cell).text)) || [];
    if (Number(one) > 12) return 'dmy';
    if (Number(two) > 12) return 'mdy';
  }
  return undefined;
}

export function cellText(cell: SheetCell | undefined): string {
  return cell instanceof Date ? cell.toISOString() : String(cell ?? '').trim();
}

/** Serial dates of spreadsheets, seconds or milliseconds since 1970, or digits of a date. */
function readTimeNumber(value: number): SheetTime | undefined {
  if (value >= 20_000 && value < 80_000)
    return { wall: Math.round(dateFromSerial(value, false).getTime() / secondMs) * secondMs };
  const digits = compact.exec(String(value));
  if (digits) return fromParts(digits.slice(1, 7));
  if (value >= 1e9 && value < 1e10) return { instant: value * secondMs };
  return value >= 1e12 && value < 1e13 ? { instant: value } : undefined;
}

type Part = string | undefined;

function fromParts(parts: readonly Part[], offset?: string): SheetTime | undefined {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  );
  const date = Date.UTC(year, month - 1, day);
  const isReal = new Date(date).getUTCMonth() === month - 1 && new Date(date).getUTCDate() === day;
  const time = timeOfDay(hour, minute, second);
  if (!isReal || time === undefined) return undefined;
  if (offset === undefined) return { wall: date + time };
  const minutes = readOffset(offset);
  return minutes === undefined ? undefined : { instant: date + time - minutes * MINUTE_MS };
}

/** Milliseconds since midnight; the end of a day may be written as 24:00. */
function timeOfDay(hour: number, minute: number, second: number): number | undefined {
  if (hour > 24 || minute > 59 || second > 59 || (hour === 24 && minute + second > 0)) return undefined;
  return ((hour * 60 + minute) * 60 + second) * secondMs;
}

const signedOffset = /([+\-−])\s*(\d{1,2})(?:(?:\s*:\s*|\s*h\s*)?(\d{2})|[.,](\d{1,2})|h)?$/i;
/** The UTC offsets of the world range from −12 to +14 hours. */
const [mostBehind, mostAhead] = [-12 * 60, 14 * 60];

/** Minutes ahead of UTC: `Z`, `UTC`, `+01:00`, `UTC+5:30`, `UTC+5.5`, `UTC+5h30`; undefined for an impossible offset. */
export function readOffset(text: string): number | undefined {
  const [, sign, hours, clock = '0', decimals] = signedOffset.exec(text) ?? [];
  if (sign === undefined) return 0;
  const rest = decimals === undefined ? Number(clock) : Math.round(Number(`0.${decimals}`) * 60);
  const minutes = (sign === '+' ? 1 : -1) * (Number(hours) * 60 + rest);
  return rest < 60 && minutes >= mostBehind && minutes <= mostAhead ? minutes : undefined;
}

/** Whether a text is an offset in the form of a mapping, such as `+05:30`. */
export function isOffset(text: string): boolean {
  return /^[+-]\d{2}:\d{2}$/.test(text) && readOffset(text) !== undefined;
}

/** The time of day from a separate column: a clock, a fraction of a day, or an hour. */
export function readClockCell(cell: SheetCell): number | undefined {
  // Negative epoch times are valid: a clock alone is stored as a date of 1899.
  if (cell instanceof Date)
    return Math.round((((cell.getTime() % DAY_MS) + DAY_MS) % DAY_MS) / secondMs) * secondMs;
  if (typeof cell === 'number')
    return Number.isInteger(cell) && cell >= 0
      ? timeOfDay(cell, 0, 0)
      : cell > 0 && cell < 1
        ? Math.round((cell * DAY_MS) / secondMs) * secondMs
        : undefined;
  const parts =
    typeof cell === 'string' && cell.length <= longestTime ? timeOnly.exec(plainTime(cell).text) : null;
  if (!parts) return undefined;
  const [hour = 0, minute = 0, second = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return timeOfDay(hour, minute, second);
}

/** The instant of a wall clock; undefined in the hour that clocks skip, and the first of two repeated hours. */
export function findInstant(time: SheetTime, zoneName: string): number | undefined {
  if ('instant' in time) return time.instant;
  const at = new Date(time.wall);
  const wall: LocalTime = {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    millisecond: 0,
  };
  const instant = toInstant(wall, zoneName);
  return instant + offsetAt(instant, zoneName) === time.wall ? instant : undefined;
}
