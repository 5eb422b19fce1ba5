import {
  type ChannelCode,
  type ChannelValues,
  instrumentChannels,
  simulatedChannelCodes,
} from '../air/channels.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { fromWallClock } from '../local-time.ts';

export interface HourRow {
  /** The start of the hour in epoch milliseconds. */
  time: number;
  values: ChannelValues;
}

export interface HourlyData {
  rows: HourRow[];
  /** Columns that are not channels. */
  ignored: string[];
}

const moment =
  /^(\d{4})[-/](\d\d?)[-/](\d\d?)[T ](\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i;
const missing = /^(|-+|—|n\/?a|null|nan)$/i;

/**
 * Reads hourly values from a table: a column of times, then one per channel. Separated by commas, semicolons (then numbers may
 * have a decimal comma) or tabs. Times without an offset are the wall clock of `zone`. Errors name the line.
 */
export function readHourlyCsv(text: string, zone: string): HourlyData {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const head = lines[0] ?? '';
  const separator = ['\t', ';'].find((sign) => head.includes(sign)) ?? ',';
  const cut = (line: string) => line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const names = cut(head).slice(1);
  const codes = names.map(findCode);
  if (!codes.some(Boolean)) throw new RangeError(`line 1: no channel among ${JSON.stringify(names)}`);
  const rows = lines.slice(1).flatMap((line, index): HourRow[] => {
    if (line.trim() === '') return [];
    const [time = '', ...cells] = cut(line);
    const values: ChannelValues = {};
    cells.forEach((cell, column) => {
      const code = codes[column];
      if (!code || missing.test(cell)) return;
      const value = Number(separator === ';' ? cell.replace(',', '.') : cell);
      if (!Number.isFinite(value)) throw new RangeError(`line ${index + 2}: ${code} "${cell}"`);
      values[code] = value;
    });
    return [{ time: parseTime(time, zone, index + 2), values }];
  });
  rows.sort((one, other) => one.time - other.time);
  return { rows, ignored: names.filter((_, index) => !codes[index]) };
}

/** Shifts the rows so that the last one is the hour before `now`. */
export function shiftRows(rows: readonly HourRow[], now: number): HourRow[] {
  const last = rows.at(-1)?.time ?? 0;
  const shift = (Math.floor(now / HOUR_MS) - 1) * HOUR_MS - Math.floor(last / HOUR_MS) * HOUR_MS;
  return rows.map(({ time, values }) => ({ time: time + shift, values }));
}

function findCode(name: string): ChannelCode | undefined {
  const wanted = name.toLowerCase();
  return simulatedChannelCodes.find((code) =>
    [code, instrumentChannels[code].gb, instrumentChannels[code].old].some(
      (known) => known.toLowerCase() === wanted,
    ),
  );
}

function parseTime(text: string, zone: string, line: number): number {
  const match = moment.exec(text);
  if (!match) throw new RangeError(`line ${line}: time "${text}"`);
  const [year = 0, month = 0, day = 0, hours = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const wall = Date.UTC(year, month - 1, day, hours, minute, second);
  if (new Date(wall).getUTCDate() !== day || hours > 23) throw new RangeError(`line ${line}: time "${text}"`);
  const offset = match[7];
  if (offset === undefined) return fromWallClock(wall, zone);
  if (offset.toUpperCase() === 'Z') return wall;
  const ahead = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return wall - (offset.startsWith('-') ? -1 : 1) * ahead * MINUTE_MS;
}
