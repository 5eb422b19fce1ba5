import { isHourValid, isPeriodValid } from '@limpid/aqi/validity';
import type { ChannelStatistics } from '@limpid/contract/data/history';
import { type Granularity, granularityMs } from '@limpid/contract/data/series';
import { DAY_MS, SECOND_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { formatLocalDate } from '@limpid/contract/local-time';
import { presentReading, type ReadingSource, type Series } from '../../reading/reading.api.ts';
import {
  addValue,
  openColumn,
  scaleOf,
  summariseColumn,
  type ValueColumn,
} from './column-statistics.rule.ts';
import { listWindows } from './history-order.rule.ts';
import type { CheckedHistoryQuery } from './history-query.ts';

/** Limits a query so that it does not delay others. */
const maxValues = 4_000_000;
/** Minutes are read in parts of this length. */
const windowMs = 31 * DAY_MS;

/** The statistics of each channel over all sites and the whole period. */
export async function readStatistics(
  source: ReadingSource,
  query: CheckedHistoryQuery,
  now: number,
): Promise<ChannelStatistics[]> {
  const { sites, channels, granularity, from } = query;
  const to = Math.min(query.to, now);
  const counts = sites.map((site) => countSteps(query, site, to));
  const expected = counts.reduce((sum, count) => sum + count, 0);
  const steps = expected * channels.length;
  if (steps > maxValues) fail('series.much', { steps, most: maxValues }, 'from');
  const columns = new Map(channels.map(({ slot }) => [slot, openColumn()]));
  for (const { siteId } of sites) {
    for (const bounds of listWindows([from, query.to], 'oldest', windowMs, windowMs)) {
      const found = await readSeries(source, siteId, query, bounds);
      for (const [slot, series] of found ?? []) collect(columns.get(slot), series, siteId, granularity);
    }
  }
  return channels.map(({ code, slot, dataType }) => {
    const summary = summariseColumn(columns.get(slot) ?? openColumn(), scaleOf(dataType));
    const { min, mean, p50, p90, p98, max, ...counted } = summary;
    const present = { min, mean, p50, p90, p98, max };
    const shown = Object.entries(present).map(([name, value]) => [name, presentReading(value)]);
    return { channel: code, expected, ...counted, ...(Object.fromEntries(shown) as typeof present) };
  });
}

/** The steps of the period that have begun, or the reports of a site that reports less often. */
function countSteps(
  { granularity, from }: CheckedHistoryQuery,
  { zone, interval }: CheckedHistoryQuery['sites'][number],
  to: number,
): number {
  if (to <= from) return 0;
  if (granularity === 'day') {
    const [first, last] = [from, to - 1].map((at) => Date.parse(formatLocalDate(at, zone)));
    return ((last ?? 0) - (first ?? 0)) / DAY_MS + 1;
  }
  const step = granularityMs[granularity];
  return Math.ceil((to - from) / (granularity === 'hour' ? step : Math.max(step, interval * SECOND_MS)));
}

async function readSeries(
  source: ReadingSource,
  siteId: number,
  { channels, granularity, from, to }: CheckedHistoryQuery,
  bounds: readonly [number, number],
): Promise<ReadonlyMap<number, Series> | undefined> {
  const slots = channels.map(({ slot }) => slot);
  if (granularity === 'minute' || granularity === 'five') {
    const step = granularityMs[granularity];
    const whole = bounds.map((at) => Math.ceil(at / step) * step) as [number, number];
    return (await source.minutes(granularity === 'five' ? 5 : 1, [siteId], whole, slots)).get(siteId);
  }
  // Hours and days are few: the whole period is read with its first part.
  if (bounds[0] !== from) return undefined;
  return (await source.means(granularity, [siteId], [from, to], slots)).get(siteId);
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
