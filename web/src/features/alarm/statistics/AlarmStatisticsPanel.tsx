import { alarmStatistics } from '@limpid/contract/alarm/alarm-action';
import { severities } from '@limpid/contract/alarm/alarm-rule';
import { DAY_MS } from '@limpid/contract/durations';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { formatCount, formatSpan } from '../../../lib/format.ts';
import { useAlarmUpdates } from '../../../query/alarms/use-alarms.ts';
import { useDict } from '../../../resource/fields/use-dict.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useSeverityColors } from '../../../ui/severity/use-severity-colors.ts';
import { CountChart } from './CountChart.tsx';
import styles from './statistics.module.css';

const periods = [7, 30, 90, 365] as const;
type Period = (typeof periods)[number];

/** Where, when and why alarms were raised, and how soon people acknowledged them. */
export function AlarmStatisticsPanel() {
  const { t } = useTranslation();
  useAlarmUpdates();
  const [days, setDays] = useState<Period>(30);
  const { data, error, refetch } = useQuery({
    queryKey: [alarmStatistics.path, days],
    queryFn: ({ signal }) => {
      const to = serverNow();
      return call(alarmStatistics, { query: { from: to - days * DAY_MS, to }, signal });
    },
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label={t('alarm.log.tabs.statistics')} className={styles.page}>
      <Segmented
        aria-label={t('alarm.statistics.period')}
        options={periods.map((value) => ({ value, label: t(`alarm.statistics.days.${value}`) }))}
        value={days}
        onChange={setDays}
      />
      {error && !data && (
        <ErrorState
          title={t('alarm.statistics.failed')}
          detail={error.message}
          retryText={t('kit.states.retry')}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && <Figures data={data} />}
      {data?.total === 0 && (
        <EmptyState title={t('alarm.statistics.none')} hint={t('alarm.statistics.noneHint')} />
      )}
      {data && data.total > 0 && <Charts data={data} />}
    </section>
  );
}

type Statistics = Awaited<ReturnType<typeof call<typeof alarmStatistics>>>;

function Figures({ data }: { data: Statistics }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const span = (seconds: number | null) => (seconds === null ? '—' : formatSpan(seconds, language));
  const figures = [
    ['total', formatCount(data.total, language)],
    ['active', formatCount(data.active, language)],
    ['acknowledged', formatCount(data.acknowledged, language)],
    ['median', span(data.acknowledgeMedian)],
    ['p90', span(data.acknowledgeP90)],
  ] as const;
  return (
    <dl className={styles.figures}>
      {figures.map(([key, text]) => (
        <div key={key}>
          <dt>{t(`alarm.statistics.figures.${key}`)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Charts({ data }: { data: Statistics }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const names = useDict('alarm_severity');
  const types = useDict('alarm_type');
  const colours = useSeverityColors();
  const find = (entries: typeof names, wanted: string) =>
    entries.find(({ value }) => value === wanted)?.text ?? wanted;
  const duration = (seconds: number) => formatSpan(seconds, language);
  return (
    <div className={styles.charts}>
      <CountChart
        name="severity"
        rows={[...severities]
          .reverse()
          .map((one) => ({ name: find(names, one), count: data.bySeverity[one], colour: colours[one] }))}
      />
      <CountChart
        name="type"
        rows={data.byType.map(({ alarmType, count }) => ({ name: find(types, alarmType), count }))}
      />
      <CountChart
        name="site"
        rows={data.bySite.map(({ siteName, count, seconds }) => ({
          name: siteName,
          count,
          duration: duration(seconds),
        }))}
      />
      <CountChart
        name="rule"
        rows={data.byRule.map(({ ruleName, count, seconds }) => ({
          name: ruleName,
          count,
          duration: duration(seconds),
        }))}
      />
      <CountChart
        name="hour"
        isUpright
        note={t('alarm.statistics.hourNote')}
        rows={data.byHour.map((count, hour) => ({ name: String(hour).padStart(2, '0'), count }))}
      />
    </div>
  );
}
