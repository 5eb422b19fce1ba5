import { Alert } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../../api/server-clock.ts';
import { useIndexPreference } from '../../../api/use-index-preference.ts';
import { useLevelsNote } from '../../../query/channel/use-channel-levels.ts';
import { describePeriod } from '../../../query/state/describe-period.ts';
import { findDays, type Range, resolvePeriod, resolveStep } from '../../../query/state/period.ts';
import { readQuery } from '../../../query/state/query.ts';
import type { QueryState } from '../../../query/state/use-query-state.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { AlarmTable } from './alarms/AlarmTable.tsx';
import { useTrendAlarms } from './alarms/use-trend-alarms.ts';
import { FewList } from './FewList.tsx';
import styles from './history-trend.module.css';
import { LineTable } from './LineTable.tsx';
import { MarkerList } from './MarkerList.tsx';
import { TrendFigure } from './TrendFigure.tsx';
import type { TrendData, TrendLine } from './trend-line.ts';
import { listUnits, makePanels } from './trend-panels.ts';
import { useTrendLines } from './use-trend-lines.ts';
import { useTrendMarkers } from './use-trend-markers.ts';
import type { useTrendView } from './use-trend-view.ts';
import { ValueTable } from './ValueTable.tsx';

interface TrendContentProps {
  data: TrendData;
  /** The period that it is compared with; undefined without a comparison, and until it is loaded. */
  earlier: TrendData | undefined;
  /** Newer data is on its way. */
  isLoading: boolean;
  state: QueryState;
  address: ReturnType<typeof useTrendView>;
}

/** The chart and what it is based on. */
export function TrendContent({ data, earlier, isLoading, state, address }: TrendContentProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [{ colourBlindSafe }] = useIndexPreference();
  const { range, zone } = state;
  const { view, zoom, showWhole, change } = address;
  const noteLevels = useLevelsNote();
  const lines = useTrendLines(data, earlier, state);
  const { markers, isComplete, describe } = useTrendMarkers(state);
  const { alarms, isComplete: hasAllAlarms } = useTrendAlarms(state);
  const shown = useMemo(() => lines.filter(({ key }) => !view.hidden.includes(key)), [lines, view.hidden]);
  const panels = useMemo(() => makePanels(shown, view.layout), [shown, view.layout]);
  const { from, to } = range;
  const facts = useMemo(
    () => ({
      panels,
      from,
      to,
      zone,
      markers,
      alarms,
      language,
      colourBlindSafe,
      notes: { few: t('data.trend.few'), excluded: t('data.trend.leftOut') },
      describeMarker: describe,
    }),
    [panels, from, to, zone, markers, alarms, language, colourBlindSafe, describe, t],
  );
  const absent = lines.filter((line) => 'absent' in line.data && line.data.absent);
  const toggle = (key: string) =>
    change({
      hidden: view.hidden.includes(key) ? view.hidden.filter((one) => one !== key) : [...view.hidden, key],
    });
  const indexLine = shown.find(({ channel }) => channel.index);
  const steps = new Set(shown.map(({ data: { granularity } }) => t(`data.query.steps.${granularity}`)));
  const noteLine = ({ channel, data: { granularity } }: TrendLine) =>
    channel.index ? [] : (noteLevels(channel, granularity, { toDay: findDays(range, zone).toDay }) ?? []);
  const title = [
    t('data.trend.title'),
    [...steps].join(', '),
    describePeriod({ from, to }, zone, language),
    zone,
  ].join(' · ');
  return (
    <div className={styles.content}>
      {absent.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={t('data.trend.absent', { lines: absent.map(({ name }) => name).join(', ') })}
        />
      )}
      {indexLine && isFinerThanHour(state) && (
        <Alert type="info" showIcon title={t('data.trend.indexHours')} />
      )}
      {view.layout === 'single' && listUnits(shown).length > 2 && (
        <p className={styles.basis}>{t('data.trend.manyUnits')}</p>
      )}
      <TrendFigure
        facts={facts}
        isLoading={isLoading}
        latest={findLatest(view.whole, range, zone)}
        isZoomed={view.whole !== undefined}
        onZoom={zoom}
        onWhole={showWhole}
        title={title}
      />
      <LineTable lines={lines} isLoading={isLoading} hidden={view.hidden} onToggle={toggle} />
      <ValueTable lines={shown} zone={zone} />
      <FewList lines={shown} />
      <AlarmTable alarms={alarms} isComplete={hasAllAlarms} />
      <MarkerList markers={markers} isComplete={isComplete} describe={describe} />
      <p className={styles.basis}>
        {[
          t('data.trend.basis', { zone }),
          ...(indexLine ? [describeIndex(indexLine, t)] : []),
          ...new Set(shown.flatMap(noteLine)),
          ...listBands(shown).map((kind) => t(`data.trend.bands.${kind}`)),
        ].join(' ')}
      </p>
    </div>
  );
}

/** The standard of the index and what it is computed from. */
function describeIndex({ channel: { index }, data }: TrendLine, t: TFunction): string {
  const text = data.granularity === 'day' ? index?.days : index?.hours;
  return t('data.trend.indexBasis', { index: text });
}

function isFinerThanHour({ query, range }: QueryState): boolean {
  const step = resolveStep(query.step, range);
  return step === 'minute' || step === 'five';
}

/** What the bands of lines span: minutes behind means, or values behind points. */
function listBands(lines: readonly TrendLine[]): ('minutes' | 'values')[] {
  const banded = lines.filter(({ data }) => data.low);
  const kinds = banded.map(({ data, channel }) => {
    const isMean = data.granularity === 'hour' || data.granularity === 'day';
    return isMean && 'siteId' in data && !channel.index ? 'minutes' : 'values';
  });
  return [...new Set(kinds)];
}

/** Charts end with the current moment, or with the whole period if that ends later. */
function findLatest(whole: string | undefined, range: Range, zone: string): number {
  const now = serverNow();
  const { period } = readQuery(new URLSearchParams({ period: whole ?? '' }));
  return Math.max(now, range.to, whole === undefined ? 0 : resolvePeriod(period, now, zone).to);
}
