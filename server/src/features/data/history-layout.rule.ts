import type { StoredChannel } from '../ingest/ingest.api.ts';
import {
  findChannel,
  type HeadingUse,
  hasUse,
  nameChannels,
  plainHeading,
  readHeading,
  siteRank,
} from './history-headings.rule.ts';
import { type DateOrder, findDateOrder, readTimeCell, type SheetCell, textOf } from './history-time.rule.ts';
import { findUnit } from './history-units.rule.ts';

export interface SheetRow {
  line: number;
  cells: readonly SheetCell[];
}

export type ColumnUse = HeadingUse | 'ignore';

/** What one column of a file seems to hold. */
export interface ColumnGuess {
  heading: string;
  use: ColumnUse;
  channel: StoredChannel | undefined;
  /** The unit as the file writes it; undefined where it names none. */
  unitText: string | undefined;
  /** What the file calls the station of this column, where each station has its own. */
  stations: readonly string[];
}

/** What a file seems to hold, found from its first rows. */
export interface Layout {
  columns: ColumnGuess[];
  /** Rows of titles and headings. */
  headingRows: number;
  dateOrder: DateOrder | undefined;
}

type Named = ReadonlyMap<string, StoredChannel>;

/** Titles may stand above the headings, and headings may have several rows. */
const rowsLookedAt = 30;
const rowsCompared = 20;
/** What is longer is no heading, and looking through it would take long. */
const longestHeading = 200;

/** `firstRow` is where values begin, where that is known. */
export function guessLayout(
  rows: readonly SheetRow[],
  channels: readonly StoredChannel[],
  firstRow?: number,
): Layout {
  const named = nameChannels(channels);
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const byName = findHeadingRow(rows, width, named, firstRow);
  const start = byName === undefined ? (firstRow ?? findFirstTime(rows)?.row ?? 0) : byName + 1;
  const heads = readBlock(rows.slice(byName ?? 0, start), width, named);
  const isUnitRow = byName !== undefined && readUnitRow(rows[start], heads);
  const headingRows = firstRow ?? start + (isUnitRow ? 1 : 0);
  const data = rows.slice(headingRows);
  const columns = assignUses(heads, data, named);
  const times = columns.flatMap(({ use }, index) => (use === 'moment' || use === 'date' ? [index] : []));
  const cells = data.flatMap((row) => times.map((index) => row.cells[index] ?? null));
  return { columns, headingRows, dateOrder: findDateOrder(cells) };
}

/** What stands above one column. */
interface Head {
  texts: string[];
  plain: string[];
  channel: StoredChannel | undefined;
  unitText: string | undefined;
  stations: string[];
}

/** Reads rows of headings together, column by column; a row may say in its first cell what it holds. */
function readBlock(rows: readonly SheetRow[], width: number, named: Named): Head[] {
  const heads = Array.from({ length: width }, (_, index) => {
    const head: Head = { texts: [], plain: [], channel: undefined, unitText: undefined, stations: [] };
    for (const { cells } of rows) {
      const text = textOf(cells[index]).slice(0, longestHeading);
      if (text === '' || head.texts.includes(text)) continue;
      const label = index > 0 ? plainHeading(textOf(cells[0])) : '';
      readHead(head, text, rows.length > 1 && hasUse(label, 'unit'), named);
    }
    return head;
  });
  dropCommonStations(heads);
  return heads;
}

function readHead(head: Head, text: string, isUnit: boolean, named: Named): void {
  head.texts.push(text);
  if (isUnit || findUnit(text) !== undefined) {
    head.unitText ??= text;
    return;
  }
  const { channel, unitText, rest } = readHeading(text, named);
  head.plain.push(plainHeading(unitText === undefined ? text : text.slice(0, text.search(/[([（【]|$/))));
  head.unitText ??= channel ? unitText : undefined;
  head.channel ??= channel;
  const station = channel ? rest : text;
  if (station !== undefined && !head.stations.includes(station)) head.stations.push(station);
}

/** What all columns of values have above them names no station: a description, or the network. */
function dropCommonStations(heads: readonly Head[]): void {
  const own = heads.filter(({ channel }) => channel !== undefined);
  if (own.length < 2) return;
  const common =
    own[0]?.stations.filter((name) => own.every(({ stations }) => stations.includes(name))) ?? [];
  for (const head of own) head.stations = head.stations.filter((name) => !common.includes(name));
}

/** The first row that names times and channels; undefined where there is none. */
function findHeadingRow(
  rows: readonly SheetRow[],
  width: number,
  named: Named,
  firstRow = rowsLookedAt,
): number | undefined {
  const tried = rows.slice(0, firstRow);
  const isWhole = (row: SheetRow, at: number) => {
    const heads = readBlock([row], width, named);
    const times = findTimes(heads);
    if (times.size === 0) return false;
    const isValue = (head: Head, index: number) => head.channel !== undefined && !times.has(index);
    return heads.some(isValue) || findParameter(heads, rows.slice(at + 1), named) !== undefined;
  };
  const found = tried.findIndex(isWhole);
  if (found >= 0) return found;
  // Without a channel that is known, a heading of times alone tells where the table begins.
  const timed = tried.findIndex(
    (row, at) =>
      findTimes(readBlock([row], width, named)).size > 0 && findFirstTime(rows.slice(at + 1))?.row === 0,
  );
  return timed < 0 || readBlock(rows.slice(0, timed), width, named).some(({ channel }) => channel)
    ? undefined
    : timed;
}

/** The row below the headings may hold nothing but units: those become part of the headings. */
function readUnitRow(row: SheetRow | undefined, heads: readonly Head[]): boolean {
  const cells = row?.cells.map(textOf) ?? [];
  const own = heads.flatMap(({ channel }, index) => (channel ? [cells[index] ?? ''] : []));
  if (!own.some((text) => findUnit(text) !== undefined)) return false;
  if (own.some((text) => /^[+-]?[\d.,]+$/.test(text))) return false;
  for (const [index, head] of heads.entries())
    if (head.channel && cells[index]) head.unitText = cells[index] ?? head.unitText;
  return true;
}

/** Where times begin, whatever stands above them. */
function findFirstTime(rows: readonly SheetRow[]): { row: number; column: number } | undefined {
  for (const [row, { cells }] of rows.slice(0, rowsLookedAt).entries()) {
    const next = rows.slice(row, row + rowsCompared);
    const column = cells.findIndex((cell, index) => {
      const isTime = (one: SheetRow) => isMoment(one.cells[index] ?? null);
      return isMoment(cell) && next.filter(isTime).length > next.length * 0.6;
    });
    if (column >= 0) return { row, column };
  }
  return undefined;
}

function isMoment(cell: SheetCell): boolean {
  // A bare number may be a value as well as a date.
  if (typeof cell === 'number') return false;
  return readTimeCell(cell, 'dmy') !== undefined || readTimeCell(cell, 'mdy') !== undefined;
}

type TimeUse = 'moment' | 'date' | 'clock' | 'year' | 'month' | 'day';

function findTimes(heads: readonly Head[]): Map<number, TimeUse> {
  const find = (use: TimeUse) => heads.findIndex(({ plain }) => plain.some((name) => hasUse(name, use)));
  const [date, clock, moment] = [find('date'), find('clock'), find('moment')];
  const [year, month, day] = [find('year'), find('month'), find('day')];
  const pick = (...uses: [number, TimeUse][]) => new Map(uses.filter(([index]) => index >= 0));
  if (date >= 0) return pick([clock, 'clock'], [date, 'date']);
  if (year >= 0 && month >= 0 && day >= 0)
    return pick([clock, 'clock'], [year, 'year'], [month, 'month'], [day, 'day']);
  return pick([moment, 'moment']);
}

/** The column that says in each row what its values are of. */
function findParameter(heads: readonly Head[], data: readonly SheetRow[], named: Named): number | undefined {
  const found = heads.findIndex(
    ({ plain }, index) =>
      plain.some((name) => hasUse(name, 'parameter')) &&
      data.some(({ cells }) => findChannel(textOf(cells[index]), named) !== undefined),
  );
  return found < 0 ? undefined : found;
}

function assignUses(heads: readonly Head[], data: readonly SheetRow[], named: Named): ColumnGuess[] {
  const times = findTimes(heads);
  const first = findFirstTime(data);
  if (times.size === 0 && first) times.set(first.column, 'moment');
  const parameter = findParameter(heads, data, named);
  const isNamed = ({ plain }: Head, use: HeadingUse) => plain.some((name) => hasUse(name, use));
  const hasValues = heads.some((head) => isNamed(head, 'value'));
  const useOf = (head: Head, index: number): ColumnUse => {
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
    // Named by its rows, a column of values has the name of its station alone.
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

/** `No` is a number of rows: by its spelling, or because it counts. */
function isRowNumber(
  { texts, channel }: Head,
  index: number,
  heads: readonly Head[],
  data: readonly SheetRow[],
): boolean {
  const text = texts[0]?.trim() ?? '';
  if (channel === undefined || !/^n[o°º][.:]?$/i.test(text)) return false;
  if (/[.:°º]$/.test(text)) return true;
  const isSpelledSo = heads.some((head) => /^No[2x]/.test(head.texts[0] ?? ''));
  if (text === 'No' && !isSpelledSo) return true;
  const numbers = data.slice(0, 200).map(({ cells }) => Number(textOf(cells[index]) || Number.NaN));
  const steps = numbers.slice(1).filter((number, at) => number === (numbers[at] ?? 0) + 1);
  return numbers.length > 2 && steps.length >= (numbers.length - 1) * 0.8;
}

function isNumeric(index: number, data: readonly SheetRow[]): boolean {
  const texts = data.map(({ cells }) => textOf(cells[index])).filter((text) => text !== '');
  return texts.filter((text) => /\d/.test(text) && !/[a-z]{2}/i.test(text)).length >= texts.length * 0.5;
}
