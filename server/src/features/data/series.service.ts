import { type Granularity, granularityMs, maxDaysByGranularity } from '@limpid/contract/data/series';
import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { type FlagSummary, isMinuteFlagged, type RuleFlag } from '@limpid/contract/quality/flag-mark';
import {
  presentReading,
  type ReadingSource,
  type ReadRemarks,
  type StoredChannel,
  type StoredPeriod,
} from '../reading/reading.api.ts';

/** The time range of a query and its granularity. */
export interface SeriesRange {
  from: number;
  to: number;
  granularity: Granularity;
  /** The index of days; by default that of HJ 633. */
  index?: MapIndex | undefined;
}

/** Refuses a range that is reversed or too long. */
export function checkSeriesRange({ from, to, granularity }: SeriesRange): void {
  if (to <= from) fail('series.reversed', {}, 'to');
  const days = maxDaysByGranularity[granularity];
  if (to - from > days * DAY_MS) fail('series.long', { days }, 'from');
}

/** Limits a query so that it does not delay others. */
const maxSteps = 1_000_000;

/** Refuses a query with too many sites, channels and steps together. */
export function checkSeriesSize(
  { from, to, granularity }: SeriesRange,
  sites: number,
  channels: number,
): void {
  const steps = sites * channels * Math.ceil((to - from) / granularityMs[granularity]);
  if (steps > maxSteps) fail('series.much', { steps, most: maxSteps }, 'from');
}

/** Extends the range to complete steps: those that begin in it are read as a whole. */
export function wholeSteps({ from, to, granularity }: SeriesRange): [from: number, to: number] {
  const step = granularity === 'minute' || granularity === 'five' ? granularityMs[granularity] : 1;
  return [Math.ceil(from / step) * step, Math.ceil(to / step) * step];
}

/** The channels of these codes in their order; all channels without codes. */
export function findChannels(source: ReadingSource, codes: readonly string[] | undefined): StoredChannel[] {
  if (!codes) return [...source.channels()];
  return [...new Set(codes)].map(
    (code) =>
      source.channels().find((channel) => channel.code === code) ??
      fail('series.channel', { code }, 'channels'),
  );
}

interface Cell {
  value: number | null;
  low?: number | null;
  high?: number | null;
  covered?: number;
  flag?: string;
  edited?: true;
  imported?: true;
  raw?: number | null;
  /** The number that was sent outside the range of the channel: shown with a mark, and not counted. */
  outOfRange?: number;
  /** What data rules have found in the hour, or in the hour that a shorter step is part of. */
  flags?: RuleFlag[];
  /** The flagged hours of a day. */
  flagged?: FlagSummary;
}

/** How remarks are read, and whether raw values are included. */
export interface Remarks {
  read: ReadRemarks;
  raw: boolean;
}

export interface HistoryRow {
  ts: number;
  aqi?: number | null;
  primary?: string | null;
  reference?: boolean;
  missing?: string[];
  values: Record<string, Cell>;
}

/** The newest rows before `before`, at most `size`, and one more to detect that there are others. */
export async function readHistory(
  source: ReadingSource,
  siteId: number,
  channels: readonly StoredChannel[],
  { from, to, granularity, index }: SeriesRange,
  size: number,
  remarks?: Remarks,
): Promise<HistoryRow[]> {
  // Newest first: a little more than a page, then twice as much again while gaps leave the page incomplete.
  for (let span = (size + 1) * granularityMs[granularity]; ; span *= 2) {
    const start = Math.max(from, to - span);
    const range = { from: start, to, granularity, index };
    const rows = await readRangeRows(source, siteId, channels, range, remarks);
    if (rows.length > size || start === from) return rows.slice(0, size + 1);
  }
}

/** All rows of a range, newest first. */
export async function readRangeRows(
  source: ReadingSource,
  siteId: number,
  channels: readonly StoredChannel[],
  range: SeriesRange,
  remarks?: Remarks,
): Promise<HistoryRow[]> {
  const isFine = range.granularity === 'minute' || range.granularity === 'five';
  const found = await (isFine ? readSteps : readPeriodRows)(source, siteId, channels, range);
  return remarks ? addRemarks(found, siteId, channels, range, remarks) : found;
}

/** A day on which the clock is set back. */
const longestDay = DAY_MS + HOUR_MS;

/** Adds remarks to cells. A minute without any valid value gets a row for its remarks. */
async function addRemarks(
  found: HistoryRow[],
  siteId: number,
  channels: readonly StoredChannel[],
  { from, to, granularity }: SeriesRange,
  { read, raw: isWanted }: Remarks,
): Promise<HistoryRow[]> {
  const rows = new Map(found.map((row) => [row.ts, row]));
  const slots = channels.map(({ slot }) => slot);
  const remarks = await read(siteId, granularity, boundsOf(found, { from, to, granularity }), slots);
  for (const channel of channels) {
    const { code, slot } = channel;
    for (const [ts, { raw, flags, ...found }] of remarks.get(slot) ?? []) {
      const standing = listFlags(rows.get(ts)?.values[code], flags, granularity);
      const details = { ...found, ...(standing.length > 0 && { flags: standing }) };
      const row = rows.get(ts) ?? (granularity === 'minute' ? { ts, values: {} } : undefined);
      const extra = { ...details, ...(isWanted && raw !== undefined && { raw: presentReading(raw) }) };
      if (!row || Object.keys(extra).length === 0) continue;
      row.values[code] = { ...(row.values[code] ?? { value: null }), ...extra };
      rows.set(ts, row);
    }
  }
  return [...rows.values()].toSorted((a, b) => b.ts - a.ts);
}

/** The flags of a step: those of the hour around it only if it has a value, and a minute only those that are about it. */
function listFlags(
  cell: Cell | undefined,
  flags: readonly RuleFlag[] = [],
  granularity: Granularity,
): RuleFlag[] {
  if (granularity === 'hour') return [...flags];
  const value = cell?.value ?? cell?.outOfRange ?? null;
  if (value === null) return [];
  return flags.filter((mark) => granularity !== 'minute' || isMinuteFlagged(mark, value));
}

/** From the first to behind the last reading that rows are computed from: those of an hour or a day follow its start. */
function boundsOf(rows: readonly HistoryRow[], range: SeriesRange): [from: number, to: number] {
  const { granularity } = range;
  if (granularity === 'minute' || granularity === 'five') return wholeSteps(range);
  const longest = granularity === 'hour' ? HOUR_MS : longestDay;
  return [rows.at(-1)?.ts ?? range.from, (rows[0]?.ts ?? range.from - longest) + longest];
}

async function readSteps(
  source: ReadingSource,
  siteId: number,
  channels: readonly StoredChannel[],
  range: SeriesRange,
): Promise<HistoryRow[]> {
  const slots = channels.map(({ slot }) => slot);
  const step = range.granularity === 'five' ? 5 : 1;
  const found = (await source.minutes(step, [siteId], wholeSteps(range), slots)).get(siteId);
  const rows = new Map<number, HistoryRow>();
  for (const channel of channels) {
    const { code } = channel;
    const present = (value: number | null | undefined) => presentReading(value ?? null);
    const { at = [], values = [], outOfRange, extents } = found?.get(channel.slot) ?? {};
    for (const [index, ts] of at.entries()) {
      const row = rows.get(ts) ?? { ts, values: {} };
      rows.set(ts, row);
      const extent = extents?.get(ts);
      const { low, high } = { low: present(extent?.low), high: present(extent?.high) };
      row.values[code] = { value: present(values[index]), ...(extent && { low, high }) };
    }
    for (const [index, ts] of (outOfRange?.at ?? []).entries()) {
      const row = rows.get(ts) ?? { ts, values: {} };
      rows.set(ts, row);
      const marked = markOf(outOfRange?.values[index]);
      row.values[code] = { ...(row.values[code] ?? { value: null }), ...marked };
    }
  }
  return [...rows.values()].toSorted((a, b) => b.ts - a.ts);
}

async function readPeriodRows(
  source: ReadingSource,
  siteId: number,
  channels: readonly StoredChannel[],
  { from, to, granularity, index }: SeriesRange,
): Promise<HistoryRow[]> {
  const slots = channels.map(({ slot }) => slot);
  const found = await (granularity === 'day'
    ? source.days([siteId], [from, to], slots, index)
    : source.hours([siteId], [from, to], slots));
  return (found.get(siteId) ?? []).map((period) => toRow(period, channels)).toReversed();
}

function toRow(
  { at: ts, aqi, main, whole, slots, outOfRange }: StoredPeriod,
  channels: readonly StoredChannel[],
): HistoryRow {
  const cells = channels.flatMap((channel): [string, Cell][] => {
    const summary = slots.get(channel.slot);
    const marked = markOf(outOfRange?.get(channel.slot));
    if (!summary) return marked ? [[channel.code, { value: null, ...marked }]] : [];
    const { mean, low, high, covered } = summary;
    return [
      [
        channel.code,
        {
          value: presentReading(mean),
          low: presentReading(low),
          high: presentReading(high),
          covered,
          ...marked,
        },
      ],
    ];
  });
  return { ts, aqi, primary: main, reference: aqi !== null && !whole, values: Object.fromEntries(cells) };
}

function markOf(outOfRange: number | undefined): { outOfRange: number } | undefined {
  return outOfRange === undefined ? undefined : { outOfRange: presentReading(outOfRange) };
}
