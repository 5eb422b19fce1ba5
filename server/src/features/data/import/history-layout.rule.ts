import type { StoredChannel } from '../../reading/reading.api.ts';
import {
  type ChannelNames,
  type ColumnHead,
  readBelow,
  readHeads,
  readTitles,
  readUnitRows,
} from './history-column-heads.rule.ts';
import { findChannel, type HeadingUse, hasUse, nameChannels, siteRank } from './history-headings.rule.ts';
import {
  cellText,
  type DateOrder,
  findDateOrder,
  readTimeCell,
  type SheetCell,
  type TableRow,
} from './history-time.rule.ts';
import { readNumberCell } from './history-values.rule.ts';

export type ColumnUse = HeadingUse | 'ignore';

/** The detected content of one column. */
export interface ColumnGuess {
  heading: string;
  use: ColumnUse;
  channel: StoredChannel | undefined;
  /** The unit as the file writes it; undefined if there is none. */
  unitText: string | undefined;
  /** The name of the station in the file if each station has its own column. */
  stations: readonly string[];
}

/** The content of a file, detected from its first rows. */
export interface Layout {
  columns: ColumnGuess[];
  /** Rows of titles and headings. */
  headingRows: number;
  dateOrder: DateOrder | undefined;
}

/** Titles may precede the headings, and headings may have several rows. */
const rowsLookedAt = 30;
const rowsCompared = 20;
/** `firstRow` is the row of the first values, if it is known. */
export function guessLayout(
  rows: readonly TableRow[],
  channels: readonly StoredChannel[],
  firstRow?: number,
): Layout {
  const named = nameChannels(channels);
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const byName = findHeadingRow(rows, width, named, firstRow);
  const start =
    byName === undefined ? (firstRow ?? findFirstTime(rows)?.row ?? findFirstNumber(rows)) : byName + 1;
  const block = rows.slice(byName ?? 0, start);
  const heads = readHeads(block, width, named);
  const below =
    byName === undefined ? [] : listBelow(rows.slice(start, firstRow), heads, firstRow !== undefined);
  readBelow(below, heads, named);
  readUnitRows([...block, ...below], heads, named, byName !== undefined);
  const headingRows = firstRow ?? start + below.length;
  readTitles(rows.slice(0, headingRows), heads, byName ?? 0);
  const data = rows.slice(headingRows);
  const columns = assignUses(heads, data, named);
  const times = columns.flatMap(({ use }, index) => (use === 'moment' || use === 'date' ? [index] : []));
  const cells = data.flatMap((row) => times.map((index) => row.cells[index] ?? null));
  return { columns, headingRows, dateOrder: findDateOrder(cells) };
}

/** The first row that names times and channels; undefined if there is none. */
function findHeadingRow(
  rows: readonly TableRow[],
  width: number,
  named: ChannelNames,
  firstRow = rowsLookedAt,
): number | undefined {
  const tried = rows.slice(0, firstRow);
  const isWhole = (row: TableRow, at: number) => {
    const heads = readHeads([row], width, named);
    const times = findTimes(heads);
    if (times.size === 0) return false;
    const isValue = (head: ColumnHead, index: number) => head.channel !== undefined && !times.has(index);
    return heads.some(isValue) || findParameter(heads, rows.slice(at + 1), named) !== undefined;
  };
  const found = tried.findIndex(isWhole);
  if (found >= 0) return found;
  // Without a known channel, a heading of times alone marks the start of the table.
  const timed = tried.findIndex(
    (row, at) =>
      findTimes(readHeads([row], width, named)).size > 0 && findFirstTime(rows.slice(at + 1))?.row === 0,
  );
  return timed < 0 || readHeads(rows.slice(0, timed), width, named).some(({ channel }) => channel)
    ? undefined
    : timed;
}

/** The rows between the headings and the first values: names and units. */
function listBelow(rows: readonly TableRow[], heads: readonly ColumnHead[], isKnown: boolean): TableRow[] {
  if (isKnown) return [...rows];
  const times = [...findTimes(heads).keys()];
  const isHeading = ({ cells }: TableRow) => {
    if (times.some((index) => /\d/.test(cellText(cells[index])))) return false;
    const channelCells = heads.flatMap(({ channel }, index) => (channel ? [cells[index] ?? null] : []));
    // Neither a number nor a placeholder for a missing one.
    const isText = (cell: SheetCell) =>
      typeof cell === 'string' && Number.isNaN(readNumberCell(cell, anyNumber));
    return channelCells.some(isText) && channelCells.every((cell) => cellText(cell) === '' || isText(cell));
  };
  const end = rows.slice(0, rowsLookedAt).findIndex((row) => !isHeading(row));
  return rows.slice(0, end < 0 ? 0 : end);
}

const anyNumber = {
  decimal: undefined,
  marks: { comma: 'decimal', point: 'decimal' },
  missing: new Set<string>(),
} as const;

/** The first row with times, whatever is above it. */
function findFirstTime(rows: readonly TableRow[]): { row: number; column: number } | undefined {
  for (const [row, { cells }] of rows.slice(0, rowsLookedAt).entries()) {
    const next = rows.slice(row, row + rowsCompared);
    const column = cells.findIndex((cell, index) => {
      const isTime = (one: TableRow) => isMoment(one.cells[index] ?? null);
      return isMoment(cell) && next.filter(isTime).length > next.length * 0.6;
    });
    if (column >= 0) return { row, column };
  }
  return undefined;
}

/** The first row with a number: rows of texts above it are headings, even if their words are unknown. */
function findFirstNumber(rows: readonly TableRow[]): number {
  const isNumber = (cell: SheetCell) =>
    cellText(cell) !== '' && Number.isFinite(readNumberCell(cell, anyNumber) ?? Number.NaN);
  return Math.max(
    0,
    rows.slice(0, rowsLookedAt).findIndex(({ cells }) => cells.some(isNumber)),
  );
}

function isMoment(cell: SheetCell): boolean {
  // A bare number may be a value or a date.
  if (typeof cell === 'number') return false;
  return readTimeCell(cell, 'dmy') !== undefined || readTimeCell(cell, 'mdy') !== undefined;
}

type TimeUse = 'moment' | 'date' | 'clock' | 'year' | 'month' | 'day';

function findTimes(heads: readonly ColumnHead[]): Map<number, TimeUse> {
  const find = (use: TimeUse) => heads.findIndex(({ plain }) => plain.some((name) => hasUse(name, use)));
  const [date, clock, moment] = [find('date'), find('clock'), find('moment')];
  const [year, month, day] = [find('year'), find('month'), find('day')];
  const pick = (...uses: [number, TimeUse][]) => new Map(uses.filter(([index]) => index >= 0));
  if (date >= 0) return pick([clock, 'clock'], [date, 'date']);
  if (year >= 0 && month >= 0 && day >= 0)
    return pick([clock, 'clock'], [year, 'year'], [month, 'month'], [day, 'day']);
  return pick([moment, 'moment']);
}

/** The column that names the parameter of each row. */
function findParameter(
  heads: readonly ColumnHead[],
  data: readonly TableRow[],
  named: ChannelNames,
): number | undefined {
  const found = heads.findIndex(
    ({ plain }, index) =>
      plain.some((name) => hasUse(name, 'parameter')) &&
      data.some(({ cells }) => findChannel(cellText(cells[index]), named) !== undefined),
  );
  return found < 0 ? undefined : found;
}

function assignUses(
  heads: readonly ColumnHead[],
  data: readonly TableRow[],
  named: ChannelNames,
): ColumnGuess[] {
  const times = findTimes(heads);
  const first = findFirstTime(data);
  if (times.size === 0 && first) times.set(first.column, 'moment');
  const parameter = findParameter(heads, data, named);
  const isNamed = ({ plain }: ColumnHead, use: HeadingUse) => plain.some((name) => hasUse(name, use));
  const hasValues = heads.some((head) => isNamed(head, 'value'));
  const useOf = (head: ColumnHead, index: number): ColumnUse => {
    const time = times.get(index);
    if (time) return time;
    if (head.plain.some((name) => siteRank(name) >= 0)) return 'site';
    if (parameter === undefined)
      return head.channel && !isRowNumber(head, index, heads, data) ? 'value' : 'ignore';
    if (index === parameter) return 'parameter';
    if (isNamed(head, 'unit')) return 'unit';
    if (hasValues) return isNamed(head, 'value') ? 'value' : 'ignore';
    return head.texts.length > 0 && isNumeric(index, data) ? 'value' : 'ignore';
  };
  return heads.map((head, index) => {
    const use = useOf(head, index);
    const isValue = use === 'value';
    // If the rows name the channel, a column of values is named by its station alone.
    const stations = parameter === undefined ? head.stations : hasValues ? [] : head.texts;
    return {
      heading: head.texts.join(' / '),
      use,
      channel: isValue && parameter === undefined ? head.channel : undefined,
      unitText: isValue ? head.unitText : undefined,
      stations: isValue ? stations : [],
    };
  });
}

/** `No` is a row number, by its spelling or because its values count up. */
function isRowNumber(
  { texts, channel }: ColumnHead,
  index: number,
  heads: readonly ColumnHead[],
  data: readonly TableRow[],
): boolean {
  const text = texts[0]?.trim() ?? '';
  if (channel === undefined || !/^n[o°º][.:]?$/i.test(text)) return false;
  if (/[.:°º]$/.test(text)) return true;
  const isSpelledSo = heads.some((head) => /^No[2x]/.test(head.texts[0] ?? ''));
  if (text === 'No' && !isSpelledSo) return true;
  const numbers = data.slice(0, 200).map(({ cells }) => Number(cellText(cells[index]) || Number.NaN));
  const steps = numbers.slice(1).filter((number, at) => number === (numbers[at] ?? 0) + 1);
  return numbers.length > 2 && steps.length >= (numbers.length - 1) * 0.8;
}

function isNumeric(index: number, data: readonly TableRow[]): boolean {
  const texts = data.map(({ cells }) => cellText(cells[index])).filter((text) => text !== '');
  return texts.filter((text) => /\d/.test(text) && !/[a-z]{2}/i.test(text)).length >= texts.length * 0.5;
}
