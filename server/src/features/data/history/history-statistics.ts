import { isHourValid, isPeriodValid } from '@limpid/aqi/validity';
import type { ChannelStatistics } from '@limpid/contract/data/history';
import { type Granularity, granularityMs } from '@limpid/contract/data/series';
import { DAY_MS, SECOND_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { formatLocalDate } from '@limpid/contract/local-time';
import { indexCode } from '@limpid/contract/map/indices';
import { presentReading, type ReadingSource, type Series } from '../../reading/reading.api.ts';
import { boundsAtSite } from '../chosen-dates.rule.ts';
import { readIndexSeries } from '../index/index-series.ts';
import {
  addValue,
  type ColumnScale,
  openColumn,
  scaleOf,
  summariseColumn,
  type ValueColumn,
} from './column-statistics.rule.ts';
import { listWindows } from './history-order.rule.ts';
import type { CheckedHistoryQuery, HistoryServices } from './history-query.ts';

/** Limits a query so that it does not delay others. */
const maxValues = 4_000_000;
/** Minutes are read in parts of this length. */
const windowMs = 31 * DAY_MS;

/** The statistics of each channel, and of the index of hours or days, over all sites and the whole period. */
export async function readStatistics(
  services: HistoryServices,
  query: CheckedHistoryQuery,
  now: number,
): Promise<ChannelStatistics[]> {
  const { sites, channels, granularity } = query;
  const counts = sites.map((site) => countSteps(query, site, now));
  const expected = counts.reduce((sum, count) => sum + count, 0);
  const hasIndex = granularity === 'hour' || granularity === 'day';
  const steps = expected * (channels.length + (hasIndex ? 1 : 0));
  if (steps > maxValues) fail('series.much', { steps, most: maxValues }, 'from');
  const columns = new Map(channels.map(({ slot }) => [slot, openColumn()]));
  for (const { siteId, zone } of sites) {
    for (const bounds of listParts(query, zone)) {
      const found = await readSeries(services.readings, siteId, query, bounds);
      for (const [slot, series] of found ?? []) collect(columns.get(slot), series, siteId, granularity);
    }
  }
  const ofChannels = channels.map(({ code, slot, dataType }) =>
    presentColumn(code, expected, columns.get(slot) ?? openColumn(), scaleOf(dataType)),
  );
  if (!hasIndex) return ofChannels;
  const indices = await collectIndices(services, query, granularity, now);
  return [...ofChannels, presentColumn(indexCode, expected, indices, 'linear')];
}

function presentColumn(
  channel: string,
  expected: number,
  column: ValueColumn,
  scale: ColumnScale,
): ChannelStatistics {
  const { min, mean, p50, p90, p98, max, ...counted } = summariseColumn(column, scale);
  const present = { min, mean, p50, p90, p98, max };
  const shown = Object.entries(present).map(([name, value]) => [name, presentReading(value)]);
  return { channel, expected, ...counted, ...(Object.fromEntries(shown) as typeof present) };
}

async function collectIndices(
  services: HistoryServices,
  { sites, index, ...query }: CheckedHistoryQuery,
  period: 'hour' | 'day',
  now: number,
): Promise<ValueColumn> {
  const column = openColumn();
  for (const site of sites) {
    const bounds = boundsAtSite({ sites, ...query }, site.zone);
    const range = { period, bounds, index, measuredUntil: Math.min(bounds[1], now) };
    for (const { at, aqi } of (await readIndexSeries(services, [site], range)).get(site.siteId) ?? [])
      if (aqi === null) column.dropped++;
      else addValue(column, aqi, site.siteId, at);
  }
  return column;
}

/** The steps of the period that have begun, or the reports of a site that reports less often. */
function countSteps(
  query: CheckedHistoryQuery,
  { zone, interval }: CheckedHistoryQuery['sites'][number],
  now: number,
): number {
  const { granularity } = query;
  const [from, end] = boundsAtSite(query, zone);
  const to = Math.min(end, now);
  if (to <= from) return 0;
  if (granularity === 'day') {
    const [first, last] = [from, to - 1].map((at) => Date.parse(formatLocalDate(at, zone)));
    return ((last ?? 0) - (first ?? 0)) / DAY_MS + 1;
  }
  const step = granularityMs[granularity];
  return Math.ceil((to - from) / (granularity === 'hour' ? step : Math.max(step, interval * SECOND_MS)));
}

/** The parts in which the values of a site are read; hours and days are few, and read at once. */
function listParts(query: CheckedHistoryQuery, zone: string): Iterable<readonly [number, number]> {
  const bounds = boundsAtSite(query, zone);
  const isFine = query.granularity === 'minute' || query.granularity === 'five';
  return isFine ? listWindows(bounds, 'oldest', windowMs, windowMs) : [bounds];
}

async function readSeries(
  source: ReadingSource,
  siteId: number,
  { channels, granularity }: CheckedHistoryQuery,
  bounds: readonly [number, number],
): Promise<ReadonlyMap<number, Series> | undefined> {
  const slots = channels.map(({ slot }) => slot);
  if (granularity === 'minute' || granularity === 'five') {
    const step = granularityMs[granularity];
    const whole = bounds.map((at) => Math.ceil(at / step) * step) as [number, number];
    return (await source.minutes(granularity === 'five' ? 5 : 1, [siteId], whole, slots)).get(siteId);
  }
  return (await source.means(granularity, [siteId], bounds, slots)).get(siteId);
}

function collect(
  column: ValueColumn | undefined,
  { at, values, covered }: Series,
  siteId: number,
  granularity: Granularity,
): void {
  if (!column) return;
  for (const [place, ts] of at.entries()) {
    const amount = covered?.[place] ?? 0;
    const isCounted =
      granularity === 'hour' ? isHourValid(amount, 1) : granularity !== 'day' || isPeriodValid('day', amount);
    if (isCounted) addValue(column, values[place] ?? 0, siteId, ts);
    else column.dropped++;
  }
}
