import { type HistoryTableRow, maxPagedRows } from '@limpid/contract/data/history';
import { HOUR_MS } from '@limpid/contract/durations';
import { dayBounds, formatLocalDate } from '@limpid/contract/local-time';
import { publishIndices } from '../publish-indices.ts';
import { readRangeRows } from '../series.service.ts';
import { listRowKeys } from './history-keys.ts';
import { compareKeys, keysAfter, type RowKey } from './history-order.rule.ts';
import type { CheckedHistoryQuery, HistoryServices } from './history-query.ts';

/** A page by its number, or the one before or after a place. */
export type PagePlace =
  | { page: number; size: number }
  | { cursor: number; cursorSite: number | undefined; direction: 'older' | 'newer'; size: number };

interface HistoryPage {
  rows: HistoryTableRow[];
  total: number | null;
  newer: boolean;
  older: boolean;
}

/** Reads one page of the rows of a query. */
export async function readHistoryPage(
  services: HistoryServices,
  query: CheckedHistoryQuery,
  place: PagePlace,
  now: number,
): Promise<HistoryPage> {
  const { keys, ...more } =
    'page' in place ? await findPage(services, query, place) : await findNeighbours(services, query, place);
  const rows = await readKeys(services, query, keys, now);
  return { rows, ...more };
}

/** No bounds beyond those of the query. */
const always = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

interface FoundKeys extends Omit<HistoryPage, 'rows'> {
  keys: RowKey[];
}

async function findPage(
  services: HistoryServices,
  query: CheckedHistoryQuery,
  { page, size }: { page: number; size: number },
): Promise<FoundKeys> {
  const keys = await listRowKeys(services, query, always, 'newest', maxPagedRows + 1);
  const start = (page - 1) * size;
  return {
    keys: keys.slice(start, start + size),
    total: keys.length > maxPagedRows ? null : keys.length,
    newer: page > 1,
    older: keys.length > start + size,
  };
}

/** The rows beside a place, without counting all others. */
async function findNeighbours(
  services: HistoryServices,
  query: CheckedHistoryQuery,
  { cursor, cursorSite, direction, size }: Extract<PagePlace, { cursor: number }>,
): Promise<FoundKeys> {
  const siteIds = query.sites.map(({ siteId }) => siteId);
  const isOlder = direction === 'older';
  // Rows of the same moment may be on either side of the place.
  const listFrom = async (place: RowKey, older: boolean, most: number) => {
    const bounds = older ? ([always[0], place.ts + 1] as const) : ([place.ts, always[1]] as const);
    const order = older ? 'newest' : 'oldest';
    const keys = await listRowKeys(services, query, bounds, order, most + siteIds.length);
    return keysAfter(keys, place, siteIds, order, most);
  };
  // A place without a site is before all sites of its moment in the newest order.
  const from = { siteId: cursorSite ?? 0, ts: cursor };
  const found = await listFrom(from, isOlder, size + 1);
  const keys = found.slice(0, size).toSorted(compareKeys(siteIds, 'newest'));
  const edge = isOlder ? keys[0] : keys.at(-1);
  const hasOther = (await listFrom(edge ?? from, !isOlder, 1)).length > 0;
  const hasMore = found.length > size;
  return { keys, total: null, newer: isOlder ? hasOther : hasMore, older: isOlder ? hasMore : hasOther };
}

/** The rows of keys that follow each other in the order, read site by site. */
async function readKeys(
  services: HistoryServices,
  query: CheckedHistoryQuery,
  keys: readonly RowKey[],
  now: number,
): Promise<HistoryTableRow[]> {
  const found = new Map<string, HistoryTableRow>();
  const nameOf = ({ siteId, ts }: RowKey) => `${siteId} ${ts}`;
  const bySite = Map.groupBy(keys, ({ siteId }) => siteId);
  for (const site of query.sites) {
    const times = bySite.get(site.siteId)?.map(({ ts }) => ts) ?? [];
    if (times.length === 0) continue;
    const bounds = [Math.min(...times), Math.max(...times) + 1] as const;
    for (const row of await readSiteRows(services, query, site, bounds, now)) found.set(nameOf(row), row);
  }
  return keys.flatMap((key) => found.get(nameOf(key)) ?? []);
}

/** All rows of one site within these bounds, newest first. */
export async function readSiteRows(
  { readings, airHours, readRemarks: read }: HistoryServices,
  { channels, granularity, to, index }: CheckedHistoryQuery,
  { siteId, zone }: CheckedHistoryQuery['sites'][number],
  [from, end]: readonly [number, number],
  now: number,
): Promise<HistoryTableRow[]> {
  const remarks = { read, raw: true };
  const range = { from, to: end, granularity, index };
  const rows = await readRangeRows(readings, siteId, channels, range, remarks);
  const until = Math.min(to, now);
  const published = await publishIndices(airHours, { siteId, zone, granularity, index, until }, rows);
  const endOf = (ts: number) =>
    granularity === 'day' ? dayBounds(formatLocalDate(ts, zone), zone)[1] : ts + HOUR_MS;
  const isCoarse = granularity === 'hour' || granularity === 'day';
  return published.map((row) => ({
    siteId,
    ...row,
    ...(isCoarse && endOf(row.ts) > now && { soFar: true as const }),
  }));
}
