import { granularityMs } from '@limpid/contract/data/series';
import { groupByBounds } from '../chosen-dates.rule.ts';
import { compareKeys, listWindows, type RowKey, type RowOrder } from './history-order.rule.ts';
import type { CheckedHistoryQuery, HistoryServices } from './history-query.ts';

type Bounds = readonly [from: number, to: number];

/** Values of minutes that are read at once to find out which rows there are. */
const windowValues = 1_000_000;

/** The first rows of a query in the order, at most so many, of those that overlap these bounds. */
export async function listRowKeys(
  services: Pick<HistoryServices, 'readings' | 'readRemarks'>,
  query: CheckedHistoryQuery,
  within: Bounds,
  order: RowOrder,
  most: number,
): Promise<RowKey[]> {
  const { sites, granularity } = query;
  const siteIds = sites.map(({ siteId }) => siteId);
  const compare = compareKeys(siteIds, order);
  if (granularity === 'hour' || granularity === 'day') {
    const found: RowKey[] = [];
    const limit = most + siteIds.length;
    for (const group of groupByBounds(sites, granularity, [query.from, query.to])) {
      const bounds = intersect(group.bounds, within);
      if (bounds[1] <= bounds[0]) continue;
      const moments = await services.readings.moments(granularity, group.siteIds, bounds, order, limit);
      for (const { siteId, at } of moments) found.push({ siteId, ts: at });
    }
    return found.toSorted(compare).slice(0, most);
  }
  const stepMs = granularityMs[granularity];
  const whole = intersect([query.from, query.to], within).map((at) => Math.ceil(at / stepMs) * stepMs) as [
    number,
    number,
  ];
  const first = Math.ceil(most / siteIds.length + 1) * stepMs;
  const longest = Math.ceil(windowValues / (siteIds.length * query.channels.length)) * stepMs;
  const keys: RowKey[] = [];
  for (const window of listWindows(whole, order, Math.min(first, longest), longest)) {
    keys.push(...(await listStepKeys(services, query, window)).toSorted(compare));
    if (keys.length >= most) break;
  }
  return keys.slice(0, most);
}

function intersect(one: Bounds, other: Bounds): Bounds {
  return [Math.max(one[0], other[0]), Math.min(one[1], other[1])];
}

/** The steps of minutes in which a site has a value, or only a remark on one. */
async function listStepKeys(
  { readings, readRemarks }: Pick<HistoryServices, 'readings' | 'readRemarks'>,
  { sites, channels, granularity }: CheckedHistoryQuery,
  bounds: Bounds,
): Promise<RowKey[]> {
  const slots = channels.map(({ slot }) => slot);
  const siteIds = sites.map(({ siteId }) => siteId);
  const found = await readings.minutes(granularity === 'five' ? 5 : 1, siteIds, bounds, slots);
  const keys: RowKey[] = [];
  for (const siteId of siteIds) {
    const steps = new Set<number>();
    for (const { at, outOfRange } of found.get(siteId)?.values() ?? []) {
      for (const ts of at) steps.add(ts);
      for (const ts of outOfRange?.at ?? []) steps.add(ts);
    }
    if (granularity === 'minute') {
      const remarks = await readRemarks(siteId, granularity, bounds, slots);
      for (const ofSlot of remarks.values()) for (const ts of ofSlot.keys()) steps.add(ts);
    }
    for (const ts of steps) keys.push({ siteId, ts });
  }
  return keys;
}
