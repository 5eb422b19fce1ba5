import { type LevelShares, readLevelShares } from '@limpid/contract/analysis/distribution';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { useChosenIndex } from '../../../query/channel/use-chosen-index.ts';
import { findDays } from '../../../query/state/period.ts';
import { useAnalysis } from '../../../query/state/use-analysis.ts';
import type { QueryState } from '../../../query/state/use-query-state.ts';

/** The level shares of the chosen sites in the period and in the compared one, as rows of one chart. */
export function useLevelShares(state: QueryState, channel: Channel | undefined, maxSites: number) {
  const { t } = useTranslation();
  const { query, range, compared, zone, sites = [] } = state;
  const { index } = useChosenIndex();
  const siteIds = query.siteIds.slice(0, maxSites);
  const bounds = channel?.steps.flatMap(({ upTo }) => upTo ?? []) ?? [];
  const isComplete = siteIds.length > 0 && range.from < range.to && state.measured !== undefined;
  const inputOf = (asked: typeof range) => {
    const { fromDay: from, toDay: to } = findDays(asked, zone);
    return isComplete
      ? {
          siteIds,
          from,
          to,
          index,
          ...(channel && { channel: channel.code, ...(bounds.length > 0 && { bounds }) }),
        }
      : undefined;
  };
  const input = inputOf(range);
  const result = useAnalysis(readLevelShares, input);
  const other = useAnalysis(readLevelShares, compared && inputOf(compared));
  const nameOf = (siteId: number) => sites.find((site) => site.siteId === siteId)?.siteName ?? '';
  const listRows = ({ sites: counted }: LevelShares) =>
    counted.flatMap((site) => {
      const { siteId } = site;
      const second = compared && other.data?.sites.find((one) => one.siteId === siteId);
      const name = nameOf(siteId);
      const comparison = t(`data.query.comparisons.${query.comparison}`);
      return [
        { ...site, label: name, name },
        ...(second ? [{ ...second, label: comparison, name: `${name} – ${comparison}` }] : []),
      ];
    });
  return { input, result, listRows };
}
