import { readTrend } from '@limpid/contract/data/trend';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { startOfDay } from '@limpid/contract/local-time';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { serverNow } from '../../../api/server-clock.ts';

const stepMs = { five: 5 * MINUTE_MS, hour: HOUR_MS };
const againMs = MINUTE_MS;
/** In seconds; with longer intervals, five-minute values would have gaps. */
const longestInterval = 600;

export interface Trend {
  granularity: keyof typeof stepMs;
  from: number;
  to: number;
  /** The start of the current day at the site. */
  dayStart: number;
  ts: number[];
  values: (number | null)[];
  /** The site's own limit for this channel, and the hours above it since `from` or the start of the day, whichever is earlier. */
  limit: { value: number; hoursAbove: number } | undefined;
  /** Values outside the range of the channel in the last 24 hours. */
  outOfRange: { ts: number[]; values: number[] };
  /** The hours with too few valid minutes. */
  insufficient: number[];
}

function within(points: Trend['outOfRange'] | undefined, from: number): Trend['outOfRange'] {
  const { ts = [], values = [] } = points ?? {};
  return { ts: ts.filter((at) => at >= from), values: values.filter((_, n) => (ts[n] ?? 0) >= from) };
}

/** The last 24 hours of a channel, refreshed every minute. */
export function useTrend(siteId: number, code: string, interval: number, zone: string) {
  const granularity: Trend['granularity'] = interval > longestInterval ? 'hour' : 'five';
  return useQuery({
    queryKey: [readTrend.path, siteId, code, granularity],
    queryFn: async ({ signal }): Promise<Trend> => {
      const now = serverNow();
      const to = Math.ceil(now / stepMs[granularity]) * stepMs[granularity];
      const [from, dayStart] = [to - DAY_MS, startOfDay(now, zone)];
      // On a day when the clock is set back, the day is longer than 24 hours.
      const since = Math.min(from, dayStart);
      const query = { siteIds: [siteId], channels: [code], granularity, from: since, to };
      const { series } = await call(readTrend, { query, signal, quiet: true });
      const { ts = [], values = [], few: insufficient = [], outOfRange, limit } = series[0] ?? {};
      const outside = within(outOfRange, from);
      return { granularity, from, to, dayStart, ts, values, insufficient, limit, outOfRange: outside };
    },
    refetchInterval: againMs,
  });
}
