import type { StoredChannel } from '../reading/reading.api.ts';
import {
  findChannel,
  type HeadingUse,
  hasUse,
  isNote,
  nameChannels,
  plainHeading,
  readHeading,
  siteRank,
} from './history-headings.rule.ts';
import { type DateOrder, findDateOrder, readTimeCell, type SheetCell, textOf } from './history-time.rule.ts';
import { defaultTemperature, findTitleUnit, findUnit, makeConversion } from './history-units.rule.ts';
import { readNumber } from './history-values.rule.ts';

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
  const block = rows.slice(byName ?? 0, start);
  const heads = readBlock(block, width, named);
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

/** What stands above one column. */
interface Head {
  texts: string[];
  plain: string[];
  channel: StoredChannel | undefined;
  unitText: string | undefined;
  stations: string[];
  /** The channel stands behind `_`. */
  isJoined: boolean;
}

/** Reads rows of headings together, column by column; a row may say in its first cell what it holds. */
function readBlock(rows: readonly SheetRow[], width: number, named: Named): Head[] {
  const heads = Array.from({ length: width }, (_, index) => {
    const head: Head = {
      texts: [],
      plain: [],
      channel: undefined,
      unitText: undefined,
      stations: [],
      isJoined: false,
    };
    for (const { cells } of rows) {
      const text = textOf(cells[index]).slice(0, longestHeading);
      if (text === '' || head.texts.includes(text)) continue;
      const label = index > 0 ? plainHeading(textOf(cells[0])) : '';
      readHead(head, text, rows.length > 1 && hasUse(label.replace(/:$/, ''), 'unit'), named);
    }
    return head;
  });
  dropJoined(heads);
  dropCommonStations(heads);
  return heads;
}

/** Beside columns that are named by their channel alone, `roof_CO` is another quantity and no station. */
function dropJoined(heads: readonly Head[]): void {
  if (!heads.some(({ channel, isJoined, stations }) => channel && !isJoined && stations.length === 0)) return;
  for (const head of heads.filter(({ isJoined }) => isJoined)) {
    head.channel = undefined;
    head.unitText = undefined;
  }
}

function readHead(head: Head, text: string, isUnit: boolean, named: Named): void {
  head.texts.push(text);
  if (isUnit || findUnit(text) !== undefined) {
    head.unitText ??= text;
    return;
  }
  const { channel, unitText, rest, isJoined } = readHeading(text, named);
  const plain = plainHeading(unitText === undefined ? text : text.slice(0, text.search(/[([（【]|$/)));
  head.plain.push(plain);
  // `date_utc` is a date; the zone is found when the columns are planned.
  const unzoned = plain.replace(/(?:utc|gmt)(?:[+−]?\d{1,2}(?::?\d{2})?)?/, '');
  if (unzoned !== plain && unzoned !== '') head.plain.push(unzoned);
  head.unitText ??= channel ? unitText : undefined;
  if (!head.channel && channel) head.isJoined = isJoined;
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

/** The rows between the headings and the first values: names and units. */
function listBelow(rows: readonly SheetRow[], heads: readonly Head[], isKnown: boolean): SheetRow[] {
  if (isKnown) return [...rows];
  const times = [...findTimes(heads).keys()];
  const isHeading = ({ cells }: SheetRow) => {
    if (times.some((index) => /\d/.test(textOf(cells[index])))) return false;
    const own = heads.flatMap(({ channel }, index) => (channel ? [cells[index] ?? null] : []));
    // Neither a number nor what stands for a missing one.
    const isText = (cell: SheetCell) => typeof cell === 'string' && Number.isNaN(readNumber(cell, anyNumber));
    return own.some(isText) && own.every((cell) => textOf(cell) === '' || isText(cell));
  };
  const end = rows.slice(0, rowsLookedAt).findIndex((row) => !isHeading(row));
  return rows.slice(0, end < 0 ? 0 : end);
}

const anyNumber = {
  decimal: undefined,
  marks: { comma: 'decimal', point: 'decimal' },
  missing: new Set<string>(),
} as const;

/** Adds what rows below the headings say. Columns keep the heading by which a mapping names them. */
function readBelow(rows: readonly SheetRow[], heads: readonly Head[], named: Named): void {
  if (rows.length === 0) return;
  const hasSites = heads.some(({ plain }) => plain.some((name) => siteRank(name) >= 0));
  for (const [index, found] of readBlock(rows, heads.length, named).entries()) {
    const head = heads[index];
    if (!head?.channel) continue;
    head.unitText = found.unitText ?? head.unitText;
    if (!hasSites) head.stations.push(...found.stations.filter((name) => !head.stations.includes(name)));
  }
  dropCommonStations(heads);
}

/**
 * Takes texts for units although they are not known, so that they are refused instead of overlooked: those beside known
 * units in one row, and what all columns have in common in the last row of headings.
 */
function readUnitRows(
  rows: readonly SheetRow[],
  heads: readonly Head[],
  named: Named,
  isNamed: boolean,
): void {
  for (const [at, { cells }] of rows.entries()) {
    if (isNamed && at === 0) continue;
    const own = heads.flatMap((head, index) => {
      const text = head.channel ? textOf(cells[index]).slice(0, longestHeading) : '';
      return text === '' ? [] : [{ head, text }];
    });
    const texts = new Set(own.map(({ text }) => text));
    const isCommon = texts.size === 1 && (own.length > 1 || isNamed) && at === rows.length - 1 && at > 0;
    const hasUnit = own.some(({ text }) => findUnit(text) !== undefined);
    if (!hasUnit && !isCommon && !own.every(({ text }) => looksLikeUnit.test(text))) continue;
    for (const { head, text } of own) {
      if (head.unitText !== undefined || findChannel(text, named) || isNote(text)) continue;
      if (readHeading(text, named).channel) continue;
      head.unitText = text;
      head.stations = head.stations.filter((name) => name !== text);
    }
  }
}

const looksLikeUnit = /^[([【（].*[)\]】）]$|^[^\s/]{1,12}\s?\/\s?[^\s/]{1,8}$|[³²⁻µμ°%]/;

/** A unit in a title is that of the columns that name none; where it is known, of those that can have it. */
function readTitles(rows: readonly SheetRow[], heads: readonly Head[], titles: number): void {
  const texts = rows.flatMap(({ cells }, row) =>
    cells.flatMap((cell, index) => (row < titles || !heads[index]?.channel ? [textOf(cell)] : [])),
  );
  const unitText = texts.map(findTitleUnit).find((text) => text !== undefined);
  if (unitText === undefined) return;
  const unit = findUnit(unitText);
  for (const head of heads) {
    if (!head.channel || head.unitText !== undefined) continue;
    if (unit === undefined || makeConversion(unit, head.channel, defaultTemperature))
      head.unitText = unitText;
  }
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
