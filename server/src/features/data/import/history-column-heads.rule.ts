import type { StoredChannel } from '../../reading/reading.api.ts';
import { findChannel, hasUse, isNote, plainHeading, readHeading, siteRank } from './history-headings.rule.ts';
import { cellText, type TableRow } from './history-time.rule.ts';
import { defaultTemperature, findTitleUnit, findUnit, makeConversion } from './history-units.rule.ts';

export type ChannelNames = ReadonlyMap<string, StoredChannel>;

/** Longer texts are not headings, and matching them would be slow. */
const longestHeading = 200;

/** The headings above one column. */
export interface ColumnHead {
  texts: string[];
  plain: string[];
  channel: StoredChannel | undefined;
  unitText: string | undefined;
  stations: string[];
  /** The channel follows a `_`. */
  isJoined: boolean;
}

/** Reads the rows of headings column by column; the first cell of a row may describe its content. */
export function readHeads(rows: readonly TableRow[], width: number, named: ChannelNames): ColumnHead[] {
  const heads = Array.from({ length: width }, (_, index) => {
    const head: ColumnHead = {
      texts: [],
      plain: [],
      channel: undefined,
      unitText: undefined,
      stations: [],
      isJoined: false,
    };
    for (const { cells } of rows) {
      const text = cellText(cells[index]).slice(0, longestHeading);
      if (text === '' || head.texts.includes(text)) continue;
      const label = index > 0 ? plainHeading(cellText(cells[0])) : '';
      readHead(head, text, rows.length > 1 && hasUse(label.replace(/:$/, ''), 'unit'), named);
    }
    return head;
  });
  dropJoined(heads);
  dropCommonStations(heads);
  return heads;
}

/** Beside columns named by their channel alone, `roof_CO` is another quantity and not a station. */
function dropJoined(heads: readonly ColumnHead[]): void {
  if (!heads.some(({ channel, isJoined, stations }) => channel && !isJoined && stations.length === 0)) return;
  for (const head of heads.filter(({ isJoined }) => isJoined)) {
    head.channel = undefined;
    head.unitText = undefined;
  }
}

function readHead(head: ColumnHead, text: string, isUnit: boolean, named: ChannelNames): void {
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

/** A text above all columns of values is a description or the network, not a station. */
function dropCommonStations(heads: readonly ColumnHead[]): void {
  const channelHeads = heads.filter(({ channel }) => channel !== undefined);
  if (channelHeads.length < 2) return;
  const common =
    channelHeads[0]?.stations.filter((name) =>
      channelHeads.every(({ stations }) => stations.includes(name)),
    ) ?? [];
  for (const head of channelHeads) head.stations = head.stations.filter((name) => !common.includes(name));
}

/** Adds names and units from the rows below the headings. Columns keep the heading that mappings refer to. */
export function readBelow(
  rows: readonly TableRow[],
  heads: readonly ColumnHead[],
  named: ChannelNames,
): void {
  if (rows.length === 0) return;
  const hasSites = heads.some(({ plain }) => plain.some((name) => siteRank(name) >= 0));
  for (const [index, found] of readHeads(rows, heads.length, named).entries()) {
    const head = heads[index];
    if (!head?.channel) continue;
    head.unitText = found.unitText ?? head.unitText;
    if (!hasSites) head.stations.push(...found.stations.filter((name) => !head.stations.includes(name)));
  }
  dropCommonStations(heads);
}

/**
 * Treats unknown texts as units, so that they are refused instead of ignored: those beside known
 * units in a row, and those that all columns share in the last row of headings.
 */
export function readUnitRows(
  rows: readonly TableRow[],
  heads: readonly ColumnHead[],
  named: ChannelNames,
  isNamed: boolean,
): void {
  for (const [at, { cells }] of rows.entries()) {
    if (isNamed && at === 0) continue;
    const units = heads.flatMap((head, index) => {
      const text = head.channel ? cellText(cells[index]).slice(0, longestHeading) : '';
      return text === '' ? [] : [{ head, text }];
    });
    const texts = new Set(units.map(({ text }) => text));
    const isCommon = texts.size === 1 && (units.length > 1 || isNamed) && at === rows.length - 1 && at > 0;
    const hasUnit = units.some(({ text }) => findUnit(text) !== undefined);
    if (!hasUnit && !isCommon && !units.every(({ text }) => looksLikeUnit.test(text))) continue;
    for (const { head, text } of units) {
      if (head.unitText !== undefined || findChannel(text, named) || isNote(text)) continue;
      if (readHeading(text, named).channel) continue;
      head.unitText = text;
      head.stations = head.stations.filter((name) => name !== text);
    }
  }
}

const looksLikeUnit = /^[([【（].*[)\]】）]$|^[^\s/]{1,12}\s?\/\s?[^\s/]{1,8}$|[³²⁻µμ°%]/;

/** A unit in a title applies to the columns without a unit; a known unit applies only to those that can have it. */
export function readTitles(rows: readonly TableRow[], heads: readonly ColumnHead[], titles: number): void {
  const texts = rows.flatMap(({ cells }, row) =>
    cells.flatMap((cell, index) => (row < titles || !heads[index]?.channel ? [cellText(cell)] : [])),
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
