import { DAY_MS } from '@limpid/contract/durations';
import type { Connection } from '../../platform/db/transaction.ts';
import { type HourBlock, readHourBlocks } from './columns/hour-blocks.store.ts';
import { findMonth, findNextMonth } from './columns/month.rule.ts';
import { type MeanDetail, type MeanLine, openLines, pushPoint, readMeans } from './period.store.ts';

type Bounds = readonly [from: number, to: number];
type Lines = Map<number, MeanLine>;

/** The rows of a shorter part of a month are read as fast as its block. */
const shortestMs = 4 * DAY_MS;

/**
 * The means of hours as lines by site and slot, from blocks where they exist and from rows otherwise. The connection needs
 * a snapshot, so that both agree.
 */
export async function readHourMeans(
  connection: Connection,
  sites: readonly number[],
  bounds: Bounds,
  slots: readonly number[],
  detail: MeanDetail,
): Promise<Map<number, Lines>> {
  const months = splitByMonth(bounds);
  const blockMonths = months.filter(([from, to]) => to - from >= shortestMs).map(([from]) => findMonth(from));
  const readRows = (ids: readonly number[], period: Bounds) =>
    readMeans(connection, 'reading_hour', ids, period, slots, detail);
  if (sites.length === 0 || blockMonths.length === 0) return readRows(sites, bounds);

  const blocks = await readHourBlocks(connection, sites, blockMonths, slots, detail === 'extremes');
  const blocksBySite = Map.groupBy(blocks, ({ siteId }) => siteId);
  const pieces = new Map(sites.map((siteId) => [siteId, (blocksBySite.get(siteId) ?? []).map(pieceOfBlock)]));
  // Most sites lack the same months, which are read together.
  const gaps = new Map<string, { period: Bounds; ids: number[] }>();
  for (const siteId of pieces.keys()) {
    const untilByMonth = new Map(blocksBySite.get(siteId)?.map(({ month, until }) => [month, until]));
    const missing = months
      .map(([from, to]): Bounds => [Math.max(from, untilByMonth.get(findMonth(from)) ?? from), to])
      .filter(([from, to]) => from < to);
    for (const period of joinAdjacent(missing)) {
      const gap = gaps.get(String(period)) ?? { period, ids: [] };
      gap.ids.push(siteId);
      gaps.set(String(period), gap);
    }
  }
  for (const { period, ids } of gaps.values()) {
    for (const [siteId, lines] of await readRows(ids, period))
      pieces.get(siteId)?.push({ from: period[0], addTo: (all) => addLines(all, lines) });
  }

  const found = new Map<number, Lines>();
  for (const [siteId, ofSite] of pieces) {
    const all = openLines(slots, detail);
    const hasHours = ofSite
      .toSorted((one, other) => one.from - other.from)
      .map(({ addTo }) => addTo(all, bounds))
      .includes(true);
    if (hasHours) found.set(siteId, all);
  }
  return found;
}

/** A part of the time of a site. */
interface Piece {
  from: number;
  /** Appends its values within the bounds; true if the site has any hour there, with or without values. */
  addTo(all: Lines, bounds: Bounds): boolean;
}

const pieceOfBlock = (block: HourBlock): Piece => ({
  from: block.month,
  addTo: (all, bounds) => addBlock(all, block, bounds),
});

function addBlock(all: Lines, { month, seconds, slots, outOfRange }: HourBlock, [from, to]: Bounds): boolean {
  const [first, end] = [(from - month) / 1000, (to - month) / 1000];
  for (const [slot, line] of all) {
    for (const { at, values } of outOfRange) {
      const outside = values.get(slot);
      if (outside !== undefined && at >= from && at < to)
        pushPoint((line.outOfRange ??= { at: [], values: [] }), at, outside);
    }
    const { mean, covered, low, high } = slots.get(slot) ?? {};
    // Counted by hand, because this runs for every hour of a year.
    for (let place = 0; mean && place < seconds.length; place++) {
      const second = seconds[place] ?? 0;
      const value = mean[place] ?? Number.NaN;
      if (Number.isNaN(value) || second < first || second >= end) continue;
      line.at.push(month + second * 1000);
      line.values.push(value);
      line.covered.push(covered?.[place] ?? 0);
      line.low?.push(valueOr(low?.[place], value));
      line.high?.push(valueOr(high?.[place], value));
    }
  }
  return seconds.some((second) => second >= first && second < end);
}

const valueOr = (extreme: number | undefined, mean: number) =>
  extreme === undefined || Number.isNaN(extreme) ? mean : extreme;

function addLines(all: Lines, lines: Lines): true {
  for (const [slot, line] of lines) {
    const whole = all.get(slot);
    if (!whole) continue;
    append(whole.at, line.at);
    append(whole.values, line.values);
    append(whole.covered, line.covered);
    append(whole.low, line.low);
    append(whole.high, line.high);
    if (!line.outOfRange) continue;
    const outside = (whole.outOfRange ??= { at: [], values: [] });
    append(outside.at, line.outOfRange.at);
    append(outside.values, line.outOfRange.values);
  }
  return true;
}

function append(all: number[] | undefined, more: readonly number[] = []): void {
  for (const value of more) all?.push(value);
}

/** The part of each month, in order. */
function splitByMonth([from, to]: Bounds): Bounds[] {
  const parts: Bounds[] = [];
  for (let start = from; start < to; start = findNextMonth(start))
    parts.push([start, Math.min(to, findNextMonth(start))]);
  return parts;
}

function joinAdjacent(periods: readonly Bounds[]): Bounds[] {
  const joined: Bounds[] = [];
  for (const [from, to] of periods) {
    const last = joined.at(-1);
    if (last?.[1] === from) joined[joined.length - 1] = [last[0], to];
    else joined.push([from, to]);
  }
  return joined;
}
