import { readTrend } from '@limpid/contract/data/series';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { startOfDay } from './day-start.ts';

const hourMs = 3_600_000;
const stepMs = { five: 300_000, hour: hourMs };
const againMs = 60_000;
/** A station that reports more rarely has no five minutes that follow each other. */
const longestInterval = 600;

export interface Trend {
  granularity: keyof typeof stepMs;
  from: number;
  to: number;
  /** When the day began that it is now at the site. */
  dayStart: number;
  ts: number[];
  values: (number | null)[];
  /** The site's own limit for this channel, and the hours above it since `from`, or the start of the day if that is earlier. */
  limit: { value: number; hoursAbove: number } | undefined;
  /** Numbers outside the range of the channel, of the last 24 hours. */
  outOfRange: { ts: number[]; values: number[] };
  /** The moments of hours with too few valid minutes. */
  few: number[];
}

function within(points: Trend['outOfRange'] | undefined, from: number): Trend['outOfRange'] {
  const { ts = [], values = [] } = points ?? {};
  return { ts: ts.filter((at) => at >= from), values: values.filter((_, n) => (ts[n] ?? 0) >= from) };
}

/** The last 24 hours of a channel, read again every minute while somebody looks. */
export function useTrend(siteId: number, code: string, interval: number, zone: string) {
  const granularity: Trend['granularity'] = interval > longestInterval ? 'hour' : 'five';
  return useQuery({
    queryKey: [readTrend.path, siteId, code, granularity],
    queryFn: async ({ signal }): Promise<Trend> => {
      const now = serverNow();
      const to = Math.ceil(now / stepMs[granularity]) * stepMs[granularity];
      const [from, dayStart] = [to - 24 * hourMs, startOfDay(now, zone)];
      // A day on which the clock is set back is an hour longer than the picture.
      const since = Math.min(from, dayStart);
      const query = { siteIds: [siteId], channels: [code], granularity, from: since, to };
      const { series } = await call(readTrend, { query, signal, quiet: true });
      const { ts = [], values = [], few = [], outOfRange, limit } = series[0] ?? {};
      const outside = within(outOfRange, from);
      return { granularity, from, to, dayStart, ts, values, few, limit, outOfRange: outside };
    },
    refetchInterval: againMs,
  });
}
