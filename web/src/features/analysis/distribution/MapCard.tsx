import {
  exportSiteStatistics,
  listSiteStatistics,
  type SiteStatistic,
  siteStatistics,
} from '@limpid/contract/analysis/distribution';
import { Select, Skeleton } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dash, formatWithUnit } from '../../../air/describe-value.ts';
import { FlagCount } from '../../../air/FlagCount.tsx';
import { joinFlags } from '../../../air/flag-summary.ts';
import { colourSequence, inkOn, type LevelStep } from '../../../air/level.ts';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { ChartTable } from '../../../charts/ChartTable.tsx';
import { ClassLegend } from '../../../charts/rose/ClassLegend.tsx';
import { formatDecimal, formatPercent } from '../../../lib/format.ts';
import { averageMeasured, type MeasuredQuantity, queryMeasured } from '../../../query/channel/measured.ts';
import { useChannelLevels, useLevelsNote } from '../../../query/channel/use-channel-levels.ts';
import { PointsMap } from '../../../query/map/PointsMap.tsx';
import { ExportButton } from '../../../query/result/ExportButton.tsx';
import { QueryError } from '../../../query/result/QueryError.tsx';
import { useAddressPart } from '../../../query/state/use-address-part.ts';
import { useAnalysis } from '../../../query/state/use-analysis.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './distribution.module.css';
import { distributionParts } from './distribution-parts.ts';
import { toStatisticPoints } from './statistic-points.ts';
import { useClassEntries } from './use-class-entries.ts';
import { chooseClasses } from './value-classes.ts';

interface MapCardProps {
  measured: MeasuredQuantity;
  days: { fromDay: string; toDay: string };
  selected: number | undefined;
  onChoose: (siteId: number) => void;
}

/** Upper bounds of the classes of a share. */
const shareBounds = [0.01, 0.05, 0.1, 0.25, 0.5, null];
const shareSteps: LevelStep[] = colourSequence(shareBounds.length).map((fill, n) => ({
  upTo: shareBounds[n] ?? null,
  fill,
  ink: inkOn(fill),
  name: '',
}));
const closest = 11;

/** All sites on the map, coloured by a statistic of the period. */
export function MapCard({
  measured: channel,
  days: { fromDay: from, toDay: to },
  selected,
  onChoose,
}: MapCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const above = channel.steps[1]?.upTo ?? undefined;
  const offered = siteStatistics.filter((one) => one !== 'share' || above !== undefined);
  const [statistic, setStatistic] = useAddressPart<SiteStatistic>(
    distributionParts.statistic,
    offered,
    'mean',
  );
  const isShare = statistic === 'share';
  const query = {
    ...queryMeasured(channel),
    statistic,
    from,
    to,
    ...(isShare && above !== undefined && { above }),
  };
  const result = useAnalysis(listSiteStatistics, query);
  const { data } = result;
  const findLevels = useChannelLevels();
  const noteLevels = useLevelsNote();
  // The server reads hours or days, whichever it can read in time.
  const step = channel.index ? 'hour' : (data?.counted ?? 'hour');
  const { decimals } = statistic === 'mean' ? averageMeasured(channel) : channel;
  const scale = useMemo(() => {
    const values = data?.sites.flatMap(({ value }) => value ?? []) ?? [];
    return {
      steps: isShare
        ? shareSteps
        : chooseClasses(values, { ...channel, steps: findLevels(channel, step, to).steps }),
      decimals: isShare ? 4 : decimals,
      format: (value: number) =>
        isShare ? formatPercent(value, 0, language) : formatDecimal(value, decimals, language),
    };
  }, [data, isShare, channel, decimals, step, to, findLevels, language]);
  const points = useMemo(() => toStatisticPoints(data?.sites ?? [], scale), [data, scale]);
  const entries = useClassEntries(scale.steps, scale.format);
  const title = t('analysis.distribution.map', { channel: channel.name });
  const limits = (isShare && data?.limits) || [above ?? 0];
  const nameOf = (one: SiteStatistic) =>
    one === 'share' && limits.length > 0
      ? t('analysis.distribution.shareOf', {
          bound: limits.map((limit) => formatWithUnit(limit, channel, language)).join(' / '),
        })
      : t(`analysis.distribution.statistics.${one}`);
  const sorted = useMemo(
    () => (data?.sites ?? []).toSorted((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity)),
    [data],
  );
  return (
    <ChartCard
      title={title}
      note={[t('analysis.distribution.mapNote'), noteLevels(channel, step, { toDay: to })]
        .filter(Boolean)
        .join(' ')}
      facts={data && describeSites(data, channel.index !== undefined, t)}
      flags={
        <FlagCount flags={joinFlags(data?.sites.map(({ flags }) => flags) ?? [])} subject={title} isWordy />
      }
    >
      <div className={styles.mapHead}>
        <Select<SiteStatistic>
          aria-label={t('analysis.distribution.statistic')}
          popupMatchSelectWidth={false}
          value={statistic}
          options={offered.map((value) => ({ value, label: nameOf(value) }))}
          onChange={setStatistic}
        />
        <ExportButton endpoint={exportSiteStatistics} query={query} />
      </div>
      {result.isError ? (
        <QueryError error={result.error} onRetry={result.refetch} />
      ) : data ? (
        <>
          <PointsMap
            label={title}
            points={points}
            selected={selected}
            area={{ positions: points.map(({ position }) => position), zoom: closest }}
            wholeText={t('analysis.distribution.showAll')}
            missingText={t('analysis.distribution.noMap')}
            className={styles.map}
            onChoose={onChoose}
          />
          <ClassLegend entries={entries} />
          <ChartTable
            head={[
              t('analysis.distribution.site'),
              channel.unit && !isShare ? `${nameOf(statistic)} (${channel.unit})` : nameOf(statistic),
              t('analysis.distribution.columns.' + (data.counted === 'hour' ? 'hours' : 'days')),
              t('quality.flagged.title'),
            ]}
            rows={() =>
              sorted.map(({ siteName, value, count, flags }) => [
                siteName,
                value === null ? dash : scale.format(value),
                count,
                flags ? <FlagCount key="flags" flags={flags} subject={siteName} /> : 0,
              ])
            }
          />
        </>
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </ChartCard>
  );
}

type Statistics = NonNullable<ReturnType<typeof useAnalysis<typeof listSiteStatistics>>['data']>;

/** How many sites there are, how many of them are not on the map or without a value, and what was averaged. */
function describeSites({ sites, total, counted }: Statistics, isIndex: boolean, t: TFunction): string[] {
  const say = (key: string, count: number) =>
    count > 0 ? [t(`analysis.distribution.${key}`, { count })] : [];
  return [
    ...say('sitesShown', sites.length),
    ...(total > sites.length ? [t('analysis.distribution.cut', { count: sites.length, total })] : []),
    ...say('withoutPlace', sites.filter(({ longitude }) => longitude === null).length),
    ...say('withoutValue', sites.filter(({ value }) => value === null).length),
    t(`analysis.distribution.${isIndex ? 'basisIndexDay' : counted === 'hour' ? 'basisHour' : 'basisDay'}`),
  ];
}
