import {
  exportContrast,
  maxContrastSites,
  readContrast,
  type SiteContrast,
} from '@limpid/contract/analysis/contrast';
import { Alert } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartLook } from '../../charts/use-chart-look.ts';
import { MissingReferences } from '../../query/bar/MissingReferences.tsx';
import { QueryBar } from '../../query/bar/QueryBar.tsx';
import { ReferencePicker } from '../../query/bar/ReferencePicker.tsx';
import { type MeasuredQuantity, queryMeasured } from '../../query/channel/measured.ts';
import { useChannelLevels, useLevelsNote } from '../../query/channel/use-channel-levels.ts';
import { ExportButton } from '../../query/result/ExportButton.tsx';
import { QueryResult } from '../../query/result/QueryResult.tsx';
import { describePeriod } from '../../query/state/describe-period.ts';
import { findDays, resolveStep } from '../../query/state/period.ts';
import { useAnalysis } from '../../query/state/use-analysis.ts';
import { type QueryState, useQueryState } from '../../query/state/use-query-state.ts';
import { useChosenReferences } from '../../query/state/use-references.ts';
import frame from '../../resource/resource.module.css';
import { useLanguage } from '../../resource/use-language.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import styles from './analysis.module.css';
import { ContrastCharts } from './contrast/ContrastCharts.tsx';
import { arrangeMembers } from './contrast/members.ts';
import { contrastParts, useContrastView } from './contrast/use-contrast-view.ts';

const { permission } = readContrast.access;

/** Two to eight sites or official stations compared: over time, by difference, in pairs and by spread. */
export default function ContrastScreen() {
  const { t } = useTranslation();
  const state = useQueryState(permission, maxContrastSites, {
    onlyMeans: true,
    hasIndex: true,
    usual: 'channel',
  });
  const view = useContrastView();
  const { range, measured: channel, query, sites } = state;
  const siteIds = sites?.map(({ siteId }) => siteId) ?? [];
  const chosen = useChosenReferences(permission, view.references);
  const existing = chosen.codes ?? [];
  const references = existing.slice(0, maxContrastSites - siteIds.length);
  const granularity: 'hour' | 'day' = resolveStep(query.step, range) === 'day' ? 'day' : 'hour';
  const input =
    sites && chosen.codes && siteIds.length + references.length > 1 && channel && range.from < range.to
      ? { siteIds, references: [...references], ...queryMeasured(channel), granularity, ...range }
      : undefined;
  const result = useAnalysis(readContrast, input);
  return (
    <section aria-label={t('analysis.contrast.title')} className={frame.screen}>
      <QueryBar
        permission={permission}
        state={state}
        maxSites={maxContrastSites}
        hasStep
        offeredSteps={['auto', 'hour', 'day']}
        filters={
          <ReferencePicker
            permission={permission}
            codes={references}
            max={maxContrastSites - siteIds.length}
            onChange={view.setReferences}
          />
        }
        ownParts={contrastParts}
      >
        <ExportButton endpoint={exportContrast} query={input} />
      </QueryBar>
      <MissingReferences count={chosen.missing} />
      {existing.length > references.length && (
        <Alert type="warning" showIcon title={t('analysis.contrast.tooMany', { max: maxContrastSites })} />
      )}
      <QueryResult
        state={state}
        result={result}
        siteHint={t('analysis.contrast.noSiteHint')}
        minSites={Math.max(0, 2 - (chosen.codes ?? view.references).length)}
      >
        {(contrast) =>
          channel && (
            <Content
              contrast={contrast}
              channel={channel}
              granularity={granularity}
              state={state}
              view={view}
            />
          )
        }
      </QueryResult>
    </section>
  );
}

interface ContentProps {
  view: ReturnType<typeof useContrastView>;
  contrast: SiteContrast;
  channel: MeasuredQuantity;
  granularity: 'hour' | 'day';
  state: QueryState;
}

function Content({ contrast, channel, granularity, state: { range, zone }, view }: ContentProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { isDark } = useChartLook();
  const noteLevels = useLevelsNote();
  const findLevels = useChannelLevels();
  const { toDay } = findDays(range, zone);
  const judged = useMemo(
    () => ({ ...channel, steps: findLevels(channel, granularity, toDay).steps }),
    [channel, granularity, toDay, findLevels],
  );
  const members = useMemo(() => arrangeMembers(contrast, view.first, isDark), [contrast, view.first, isDark]);
  if (contrast.ts.length === 0)
    return <EmptyState title={t('analysis.contrast.empty')} hint={t('analysis.contrast.emptyHint')} />;
  return (
    <>
      <ContrastCharts
        contrast={contrast}
        members={members}
        channel={judged}
        granularity={granularity}
        zone={zone}
        view={view}
      />
      <p className={styles.basis}>
        {t(
          `analysis.contrast.basis${channel.index ? 'Index' : ''}${granularity === 'day' ? 'Day' : 'Hour'}`,
          {
            range: describePeriod(range, zone, language),
            zone,
            index: granularity === 'day' ? channel.index?.days : channel.index?.hours,
          },
        )}{' '}
        {channel.index ? '' : noteLevels(channel, granularity, { toDay })}
      </p>
    </>
  );
}
