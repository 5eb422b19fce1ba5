import {
  listTrendMarkers,
  readTrend,
  type TrendMarker,
  type TrendSiteLine,
} from '@limpid/contract/data/trend';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { indexCode } from '@limpid/contract/map/indices';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { serverNow } from '../../../api/server-clock.ts';
import type { ChartPeriod } from './chart-choice.ts';

const stepMs = { five: 5 * MINUTE_MS, hour: HOUR_MS };
const periodMs: Record<ChartPeriod, number> = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };
const refreshMs: Record<ChartPeriod, number> = {
  day: MINUTE_MS,
  week: 5 * MINUTE_MS,
  month: 5 * MINUTE_MS,
};
/** In seconds; with longer intervals, five-minute values would have gaps. */
const longestInterval = 600;

export interface SiteSeries {
  granularity: keyof typeof stepMs;
  stepMs: number;
  from: number;
  /** The end of the axis. */
  to: number;
  /** When the values were read. */
  readAt: number;
  /** By the codes of channels. */
  lines: ReadonlyMap<string, TrendSiteLine>;
  /** The hours of the index; undefined without any. */
  index: TrendSiteLine | undefined;
  /** The periods that data rules have flagged; the latest first. */
  flags: readonly TrendMarker[];
}

interface SeriesQuery {
  siteId: number;
  codes: readonly string[];
  period: ChartPeriod;
  /** Seconds between two reports of the site. */
  interval: number;
  index: MapIndex;
  zone: string;
}

/** The current hour is left out: until it ends, it has too few minutes for a mean. */
export function findSeriesEnd(now: number, granularity: SiteSeries['granularity'], zone: string): number {
  return granularity === 'hour' ? floorToHour(now, zone) : Math.ceil(now / stepMs.five) * stepMs.five;
}

/** Several channels and the index of a site over the last day, week or month, up to now. */
export function useSiteSeries({ siteId, codes, period, interval, index, zone }: SeriesQuery) {
  const granularity: SiteSeries['granularity'] =
    period === 'day' && interval <= longestInterval ? 'five' : 'hour';
  return useQuery({
    queryKey: [readTrend.path, siteId, codes.join(), period, granularity, index, zone],
    queryFn: async ({ signal }): Promise<SiteSeries> => {
      const readAt = serverNow();
      const step = stepMs[granularity];
      const to = findSeriesEnd(readAt, granularity, zone);
      const from = to - periodMs[period];
      const query = { siteIds: [siteId], channels: [...codes], index, granularity, from, to, band: false };
      const asked = { siteIds: [siteId], channels: [...codes], from, to };
      const [{ series }, { markers }] = await Promise.all([
        call(readTrend, { query, signal, quiet: true }),
        call(listTrendMarkers, { query: asked, signal, quiet: true }),
      ]);
      return {
        granularity,
        stepMs: step,
        from,
        to,
        readAt,
        lines: new Map(series.map((line) => [line.channel, line])),
        index: series.find(({ channel }) => channel === indexCode),
        flags: markers.filter(({ kind }) => kind === 'flag'),
      };
    },
    enabled: codes.length > 0,
    // The lines stay while another one is added.
    placeholderData: (previous, query) =>
      query?.queryKey[1] === siteId ? keepPreviousData(previous) : undefined,
    refetchInterval: refreshMs[period],
  });
}
