import { listTrendMarkers, type TrendMarker } from '@limpid/contract/data/trend';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { pollutantSign } from '../../../air/pollutants.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { queryMarked } from '../../../query/channel/query-marked.ts';
import { useAnalysis } from '../../../query/state/use-analysis.ts';
import type { QueryState } from '../../../query/state/use-query-state.ts';
import { useLanguage } from '../../../resource/use-language.ts';

const none: TrendMarker[] = [];

/** What people did to the shown values, and how to say it. */
export function useTrendMarkers({ sites, query, range, channels }: QueryState) {
  const { t } = useTranslation();
  const language = useLanguage();
  const siteIds = sites?.map(({ siteId }) => siteId) ?? [];
  const asked = queryMarked(query.channels, channels);
  const { from, to } = range;
  const { data } = useAnalysis(
    listTrendMarkers,
    siteIds.length > 0 && asked ? { siteIds, ...asked, from, to } : undefined,
  );
  const describe = useCallback(
    ({ kind, siteId, channel, from, count, by, text }: TrendMarker) => {
      const site = sites?.find((one) => one.siteId === siteId);
      const name = channels.find(({ code }) => code === channel)?.name ?? channel;
      return t(`data.trend.kinds.${kind}`, {
        site: site?.siteName ?? '',
        channel: pollutantSign(channel, language) ?? name,
        when: formatMoment(from, site?.zone ?? 'UTC', language),
        count,
        by,
        text,
      });
    },
    [sites, channels, language, t],
  );
  // The same empty list before and after loading, so that the chart is not drawn twice.
  return {
    markers: data?.markers.length ? data.markers : none,
    isComplete: data?.isComplete ?? true,
    describe,
  };
}
