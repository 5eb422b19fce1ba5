import type { ErrorParams } from '@limpid/contract/errors';
import { isInRange } from '../ingest/ingest.api.ts';
import { describeRange } from './correction.rule.ts';
import type { HistoryColumns, TimeColumns } from './history-columns.rule.ts';
import {
  findInstant,
  readClockCell,
  readTimeCell,
  type SheetCell,
  type SheetTime,
} from './history-time.rule.ts';

export interface SheetRow {
  line: number;
  cells: readonly SheetCell[];
}

/** A site that rows may be of. */
interface KnownSite {
  siteId: number;
  siteName: string;
  zone: string;
}

/** What is wrong with a row: the key of its text, and the column. */
export interface RowProblem {
  line: number;
  column: string | null;
  key: string;
  params: ErrorParams;
}

export interface ReadRow {
  line: number;
  site: KnownSite;
  ts: number;
  values: [slot: number, value: number][];
  /** The values outside the range of their channel: they are kept with a mark and do not count. */
  outOfRange: RowProblem[];
}

/** What stands for "no value" in sheets. */
const missing = /^(?:|[-–—]+|na|n\/a|#n\/a|nan|null|none|无|缺测)$/i;
const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

export type FindSite = (
  cells: readonly string[],
) => { site: KnownSite } | { key: string; params: ErrorParams };

/** Reads a row as a whole: everything that is wrong with it, or its values. */
export function readRow(
  { line, cells }: SheetRow,
  columns: HistoryColumns,
  findSite: FindSite,
): ReadRow | RowProblem[] {
  const problems: RowProblem[] = [];
  const say = (index: number | undefined, key: string, params: ErrorParams = {}) =>
    problems.push({
      line,
      column: index === undefined ? null : (columns.header[index] ?? null),
      key,
      params,
    });
  const found = findSite(columns.sites.map((index) => textOf(cells[index])));
  if (!('site' in found)) say(columns.sites[0], found.key, found.params);
  const timeIndex = Object.values(columns.time)[0];
  const time = readTime(cells, columns.time);
  const ts = time && 'site' in found ? findInstant(time, found.site.zone) : undefined;
  if (!time) say(timeIndex, 'time', { text: shorten(textOf(cells[timeIndex ?? 0])) });
  else if ('site' in found && ts === undefined) say(timeIndex, 'gap', { zone: found.site.zone });
  const outOfRange: RowProblem[] = [];
  const values = readValues(cells, columns, (index, key, params) => {
    if (key === 'range') outOfRange.push({ line, column: columns.header[index] ?? null, key, params });
    else say(index, key, params);
  });
  if (values.length === 0 && problems.length === 0) say(undefined, 'empty');
  return problems.length === 0 && 'site' in found && ts !== undefined
    ? { line, site: found.site, ts, values, outOfRange }
    : [...problems, ...outOfRange];
}

function readTime(cells: readonly SheetCell[], columns: TimeColumns): SheetTime | undefined {
  if ('moment' in columns) return readTimeCell(cells[columns.moment] ?? null);
  const date =
    'date' in columns
      ? readTimeCell(cells[columns.date] ?? null)
      : readTimeCell(
          [columns.year, columns.month, columns.day].map((index) => textOf(cells[index])).join('-'),
        );
  if (!date || !('wall' in date) || columns.clock === undefined) return date;
  const clock = readClockCell(cells[columns.clock] ?? null);
  return clock === undefined ? undefined : { wall: date.wall + clock };
}

function readValues(
  cells: readonly SheetCell[],
  { channels }: HistoryColumns,
  say: (index: number, key: string, params: ErrorParams) => void,
): [number, number][] {
  const values: [number, number][] = [];
  for (const { index, channel } of channels) {
    const text = textOf(cells[index]);
    if (missing.test(text)) continue;
    const value = numeric.test(text) ? Number(text) : Number.NaN;
    if (!Number.isFinite(Math.fround(value))) {
      say(index, 'number', { text: shorten(text) });
      continue;
    }
    if (!isInRange(value, channel)) say(index, 'range', { value: text, range: describeRange(channel) });
    values.push([channel.slot, Math.fround(value)]);
  }
  return values;
}

export function textOf(cell: SheetCell | undefined): string {
  return cell instanceof Date ? cell.toISOString() : String(cell ?? '').trim();
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
