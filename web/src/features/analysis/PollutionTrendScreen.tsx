import {
  defaultTrendYears,
  exportPollutionTrend,
  type PeriodVariation,
  readPollutionTrend,
  trendYears,
} from '@limpid/contract/analysis/pollution-trend';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryBar } from '../../query/bar/QueryBar.tsx';
import { averageMeasured, queryMeasured } from '../../query/channel/measured.ts';
import { useChosenIndex } from '../../query/channel/use-chosen-index.ts';
import { ExportButton } from '../../query/result/ExportButton.tsx';
import { QueryResult } from '../../query/result/QueryResult.tsx';
import { describePeriod } from '../../query/state/describe-period.ts';
import { findDays } from '../../query/state/period.ts';
import { useAddressPart } from '../../query/state/use-address-part.ts';
import { useAnalysis } from '../../query/state/use-analysis.ts';
import { useQueryState } from '../../query/state/use-query-state.ts';
import frame from '../../resource/resource.module.css';
import { useLanguage } from '../../resource/use-language.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import styles from './analysis.module.css';
import { LevelDaysCard } from './trend/LevelDaysCard.tsx';
import { LongTermCard } from './trend/LongTermCard.tsx';
import room from './trend/trend.module.css';
import { VariationCard } from './trend/VariationCard.tsx';

const { permission } = readPollutionTrend.access;
const yearsPart = 'years';
const parts = ['byHour', 'byWeekday', 'byMonth'] as const;

/** How a channel of one site, or its index, varies by hour, weekday and month, and where it is heading. */
export default function PollutionTrendScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const state = useQueryState(permission, 1, {
    onlyMeans: true,
    hasIndex: true,
    usual: 'channel',
    periodUnit: 'days',
  });
  const [years, setYears] = useAddressPart(yearsPart, trendYears, defaultTrendYears);
  const { range, compared, zone, measured, query } = state;
  const { index } = useChosenIndex();
  const [siteId] = query.siteIds;
  // All that the screen shows are means.
  const channel = useMemo(() => measured && averageMeasured(measured), [measured]);
  const { fromDay: from, toDay: to } = findDays(range, zone);
  const other = compared && findDays(compared, zone);
  const input =
    siteId !== undefined && channel && range.from < range.to
      ? {
          siteId,
          index,
          ...queryMeasured(channel),
          from,
          to,
          years,
          ...(other && { comparedFrom: other.fromDay, comparedTo: other.toDay }),
        }
      : undefined;
  const result = useAnalysis(readPollutionTrend, input);
  return (
    <section aria-label={t('analysis.trend.title')} className={frame.screen}>
      <QueryBar permission={permission} state={state} maxSites={1} hasComparison ownParts={[yearsPart]}>
        <ExportButton endpoint={exportPollutionTrend} query={input} />
      </QueryBar>
      <QueryResult state={state} result={result} siteHint={t('analysis.trend.noSiteHint')}>
        {({ period, compared: second, longTerm }) =>
          channel && (
            <>
              {period.hours + (second?.hours ?? 0) === 0 ? (
                <EmptyState title={t('analysis.trend.empty')} hint={t('analysis.trend.emptyHint')} />
              ) : (
                <>
                  <div className={room.stack}>
                    <VariationCard part="byWeekHour" periods={periodsOf(period, second)} channel={channel} />
                  </div>
                  <div className={styles.cards}>
                    {parts.map((part) => (
                      <VariationCard
                        key={part}
                        part={part}
                        periods={periodsOf(period, second)}
                        channel={channel}
                      />
                    ))}
                  </div>
                </>
              )}
              <div className={room.stack}>
                <LongTermCard longTerm={longTerm} channel={channel} years={years} onYears={setYears} />
                <LevelDaysCard months={longTerm.months} />
              </div>
              <p className={styles.basis}>
                {t(`analysis.trend.${channel.index ? 'basisIndex' : 'basis'}`, {
                  channel: channel.name,
                  ...channel.index,
                  period: describePeriod(range, zone, language),
                  zone,
                })}
              </p>
            </>
          )
        }
      </QueryResult>
    </section>
  );
}

const periodsOf = (period: PeriodVariation, compared: PeriodVariation | null) =>
  compared ? [period, compared] : [period];
