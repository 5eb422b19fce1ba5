import { type Granularity, granularityMs } from '@limpid/contract/data/series';
import type { ChosenSite } from '@limpid/contract/data/site-choice';
import { indexCode } from '@limpid/contract/map/indices';
import { useMemo } from 'react';
import type { TrendData } from './trend-line.ts';

/**
 * Lines without values for a query, undefined without one. The screen draws them until the data comes, so that nothing
 * moves then and less is left to do.
 */
export function useEmptyTrend(
  sites: readonly ChosenSite[] | undefined,
  codes: readonly string[] | undefined,
  granularity: Granularity,
): TrendData | undefined {
  const joined = codes?.join();
  return useMemo(() => {
    if (!sites || joined === undefined) return undefined;
    const empty = { count: 0, few: [], fewCount: 0, ts: [], values: [] };
    const series = sites.flatMap(({ siteId, zone }) =>
      joined.split(',').map((channel) => {
        const own = channel === indexCode && granularity !== 'day' ? 'hour' : granularity;
        return { ...empty, siteId, zone, channel, granularity: own, step: granularityMs[own] };
      }),
    );
    return { series };
  }, [sites, joined, granularity]);
}
