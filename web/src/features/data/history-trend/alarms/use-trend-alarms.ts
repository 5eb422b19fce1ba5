import { type AlarmSpan, listAlarmSpans } from '@limpid/contract/alarm/alarm-spans';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { pollutantSign } from '../../../../air/pollutants.ts';
import { serverNow } from '../../../../api/server-clock.ts';
import { formatMoment } from '../../../../lib/dates.ts';
import { describeAlarmValue } from '../../../../query/alarms/alarm.ts';
import { useAlarmUpdates, useMaySeeAlarms } from '../../../../query/alarms/use-alarms.ts';
import { queryMarked } from '../../../../query/channel/query-marked.ts';
import { useAnalysis } from '../../../../query/state/use-analysis.ts';
import type { QueryState } from '../../../../query/state/use-query-state.ts';
import { useDict } from '../../../../resource/fields/use-dict.ts';
import { useLanguage } from '../../../../resource/use-language.ts';
import { useSeverityColors } from '../../../../ui/severity/use-severity-colors.ts';
import type { TrendAlarm } from './trend-alarm.ts';

/** An alarm in words, for the table. */
export interface ListedAlarm extends TrendAlarm {
  severityName: string;
  site: string;
  /** The channel, or what kind of alarm it is. */
  subject: string;
  rule: string;
  value: string;
  period: string;
}

const none: ListedAlarm[] = [];

/** The alarms of the shown sites and channels within the range, for those who may see them. */
export function useTrendAlarms({ sites, query, range, channels }: QueryState) {
  const { t } = useTranslation();
  const language = useLanguage();
  const colours = useSeverityColors();
  const severities = useDict('alarm_severity');
  const types = useDict('alarm_type');
  const maySee = useMaySeeAlarms();
  useAlarmUpdates();
  const siteIds = sites?.map(({ siteId }) => siteId) ?? [];
  const asked = queryMarked(query.channels, channels);
  const { from, to } = range;
  const isAsked = maySee && siteIds.length > 0 && from < to;
  const { data } = useAnalysis(
    listAlarmSpans,
    isAsked && asked ? { siteIds, ...asked, from, to } : undefined,
  );
  // The names of dictionaries are new arrays with every rendering.
  const names = JSON.stringify(
    [severities, types].map((list) => list.map(({ value, text }) => [value, text])),
  );
  const alarms = useMemo(() => {
    const [ofSeverities = {}, ofTypes = {}] = (JSON.parse(names) as [string, string][][]).map(
      (list): Record<string, string> => Object.fromEntries(list),
    );
    const hasSeveral = (sites?.length ?? 0) > 1;
    const present = (span: AlarmSpan): ListedAlarm => {
      const site = sites?.find(({ siteId }) => siteId === span.siteId);
      const channel = channels.find(({ code }) => code === span.channel);
      const write = (moment: number) => formatMoment(moment, site?.zone ?? 'UTC', language);
      const compared = describeAlarmValue({ ...span, limitValue: span.limit }, language);
      const value = [compared.value, compared.limit].filter(Boolean).join(' ');
      const period =
        span.to === null
          ? t('data.trend.alarms.since', { from: write(span.from) })
          : `${write(span.from)} – ${write(span.to)}`;
      const severityName = ofSeverities[span.severity] ?? span.severity;
      return {
        ...span,
        to: span.to ?? serverNow(),
        colour: colours[span.severity],
        severityName,
        site: site?.siteName ?? '',
        subject:
          (span.channel && pollutantSign(span.channel, language)) ||
          (channel?.name ?? ofTypes[span.alarmType] ?? span.alarmType),
        rule: span.ruleName,
        value,
        period,
        text: [severityName, hasSeveral && site?.siteName, span.ruleName, value, period]
          .filter(Boolean)
          .join(' · '),
      };
    };
    return data?.alarms.length ? data.alarms.map(present) : none;
  }, [data, sites, channels, colours, names, language, t]);
  return { alarms, isComplete: data?.isComplete ?? true };
}
