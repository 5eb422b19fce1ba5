import { listRanking } from '@limpid/contract/analysis/ranking';
import { MINUTE_MS } from '@limpid/contract/durations';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { Bounds } from '../../../map/map.ts';
import { indexLayer } from '../map-view.ts';
import { toAreaFilter } from '../sites/in-view.ts';
import { linesShown, type RankedLine, type RankingOrder } from './rank-sites.ts';

export type RankingPeriod = 'now' | 'hour' | 'day';

const refetchMs = 2 * MINUTE_MS;

export interface PeriodRanking {
  /** The start of the hour; null for a ranking of days. */
  hour: number | null;
  /** Yesterday's date, or two dates where the sites' zones differ; empty for a ranking of hours. */
  days: string[];
  lines: RankedLine[];
}

/** The server's ranking of the last complete hour, or of the last complete day of each site. */
export function useRanking(
  period: RankingPeriod,
  order: RankingOrder,
  { layer, index, area }: { layer: string; index: MapIndex; area: Bounds | undefined },
  isWanted: boolean,
) {
  const within = toAreaFilter(area);
  const granularity = period === 'day' ? 'day' : 'hour';
  const { data, isPlaceholderData, error, refetch } = useQuery({
    queryKey: [listRanking.path, { granularity, order, layer, index, within }],
    queryFn: async ({ signal }): Promise<PeriodRanking> => {
      const query = {
        granularity,
        order,
        limit: linesShown,
        within,
        ...(layer === indexLayer ? { index } : { channel: layer }),
      } as const;
      const { hour, from, to, rows } = await call(listRanking, { query, signal, quiet: true });
      const lines = rows.flatMap(({ rank, siteId, siteName: name, value, simulated: isSimulated }) =>
        rank === null || value === null ? [] : [{ rank, siteId, name, value, isSimulated }],
      );
      const days = [...new Set([from, to])].filter((day) => day !== null);
      return { hour, days, lines };
    },
    enabled: isWanted,
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  });
  return {
    /** Undefined while it loads: what is kept answers another question. */
    ranking: isPlaceholderData ? undefined : data,
    /** How many lines were shown last, so that what waits for the next ones is as high. */
    linesBefore: data?.lines.length,
    error,
    retry: () => void refetch(),
  };
}
