import { maxDaysByGranularity } from '@limpid/contract/data/series';
import { exportTrend, maxTrendPoints, readTrend } from '@limpid/contract/data/trend';
import { DAY_MS } from '@limpid/contract/durations';
import { indexCode } from '@limpid/contract/map/indices';
import { Checkbox, Segmented } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { MissingReferences } from '../../query/bar/MissingReferences.tsx';
import { QueryBar } from '../../query/bar/QueryBar.tsx';
import { ReferencePicker } from '../../query/bar/ReferencePicker.tsx';
import { useChosenIndex } from '../../query/channel/use-chosen-index.ts';
import { ExportButton } from '../../query/result/ExportButton.tsx';
import { QueryResult } from '../../query/result/QueryResult.tsx';
import { TooLongState } from '../../query/result/TooLongState.tsx';
import { resolveStep } from '../../query/state/period.ts';
import { useAnalysis } from '../../query/state/use-analysis.ts';
import { useQueryState } from '../../query/state/use-query-state.ts';
import { useChosenReferences } from '../../query/state/use-references.ts';
import frame from '../../resource/resource.module.css';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useWidth } from '../../ui/use-width.ts';
import styles from './history-trend/history-trend.module.css';
import { TrendContent } from './history-trend/TrendContent.tsx';
import { maxReferences, type TrendLayout, trendLayouts, trendParts } from './history-trend/trend-view.ts';
import { useEmptyTrend } from './history-trend/use-empty-trend.ts';
import { useTrendView } from './history-trend/use-trend-view.ts';

const { permission } = readTrend.access;
const maxSites = 20;
const maxChannels = 10;
const maxLines = 20;
/** Two points for each pixel, in steps of this many, so that a small change of the width loads nothing. */
const pointStep = 400;

/** Values of several sites and channels, and their index, over time, with reference stations and an earlier period beside them. */
export default function HistoryTrendScreen() {
  const { t } = useTranslation();
  const state = useQueryState(permission, maxSites, { hasIndex: true, usual: 'channel' });
  const address = useTrendView();
  const [screen, width] = useWidth();
  // The chart library loads while the data does.
  useEffect(() => void import('../../charts/engine.ts').catch(() => undefined), []);
  const { query, range, compared } = state;
  const { layout, hasBand } = address.view;
  const chosen = useChosenReferences(permission, address.view.references);
  const references = chosen.codes ?? [];
  const siteIds = state.sites?.map(({ siteId }) => siteId) ?? [];
  const codes = query.channels.filter((code) => state.channels.some((channel) => channel.code === code));
  const codesOfChannels = codes.filter((code) => code !== indexCode);
  const { index } = useChosenIndex();
  const granularity = resolveStep(query.step, range);
  const count = (siteIds.length + references.length) * codes.length;
  const days = maxDaysByGranularity[granularity];
  const isTooLong = range.to - range.from > days * DAY_MS;
  const isKnown = state.sites !== undefined && chosen.codes !== undefined;
  const isAsked = isKnown && count > 0 && count <= maxLines && !isTooLong;
  const common = {
    ...(siteIds.length > 0 && { siteIds }),
    ...(codesOfChannels.length > 0 && { channels: codesOfChannels }),
    ...(codes.includes(indexCode) && { index }),
    granularity,
    ...(references.length > 0 && { references: [...references] }),
  };
  const points = Math.min(maxTrendPoints, Math.max(1, Math.ceil((2 * width) / pointStep)) * pointStep);
  const input = isAsked && range.from < range.to ? { ...common, ...range } : undefined;
  const result = useAnalysis(readTrend, input && { ...input, points, band: hasBand });
  const earlier = useAnalysis(
    readTrend,
    input && compared && { ...common, ...compared, points, band: hasBand },
  );
  const waiting = useEmptyTrend(state.sites, siteIds.length > 0 && input ? codes : undefined, granularity);
  return (
    <section aria-label={t('data.trend.title')} className={frame.screen} ref={screen}>
      <QueryBar
        permission={permission}
        state={state}
        maxSites={maxSites}
        maxChannels={maxChannels}
        hasComparison
        hasStep
        ownParts={trendParts}
        views={
          <>
            <ReferencePicker
              permission={permission}
              codes={references}
              max={maxReferences}
              onChange={(chosen) => address.change({ references: chosen })}
            />
            <Segmented<TrendLayout>
              aria-label={t('data.trend.layout')}
              value={layout}
              options={trendLayouts.map((value) => ({ value, label: t(`data.trend.layouts.${value}`) }))}
              onChange={(value) => address.change({ layout: value })}
            />
            <Checkbox
              className={styles.option}
              checked={hasBand}
              onChange={({ target }) => address.change({ hasBand: target.checked })}
            >
              {t('data.trend.band')}
            </Checkbox>
          </>
        }
      >
        <ExportButton endpoint={exportTrend} query={input} />
      </QueryBar>
      <MissingReferences count={chosen.missing} />
      {count > maxLines && (
        <EmptyState
          title={t('data.trend.tooMany', { count, max: maxLines })}
          hint={t('data.trend.tooManyHint')}
        />
      )}
      {isTooLong && count <= maxLines && <TooLongState state={state} granularity={granularity} days={days} />}
      {count <= maxLines && !isTooLong && (
        <QueryResult
          state={state}
          result={result}
          siteHint={t('data.trend.noSiteHint')}
          minSites={address.view.references.length > chosen.missing ? 0 : 1}
          waiting={waiting}
        >
          {(data, isLoading) => (
            <TrendContent
              data={data}
              earlier={compared && earlier.data}
              isLoading={isLoading || (compared !== undefined && earlier.isFetching)}
              state={state}
              address={address}
            />
          )}
        </QueryResult>
      )}
    </section>
  );
}
