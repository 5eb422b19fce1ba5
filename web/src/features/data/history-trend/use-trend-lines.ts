import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { useChannelLevels } from '../../../query/channel/use-channel-levels.ts';
import { openShift } from '../../../query/state/compared-moment.ts';
import { findDays } from '../../../query/state/period.ts';
import type { QueryState } from '../../../query/state/use-query-state.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { makeTrendLines, shiftLines, type TrendData, type TrendLine } from './trend-line.ts';

/** The lines of the period, and those of the period that it is compared with. */
export function useTrendLines(
  data: TrendData,
  earlier: TrendData | undefined,
  { sites, channels, range, compared, query: { comparison }, zone }: QueryState,
): TrendLine[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const { isDark } = useChartLook();
  const { from, to } = range;
  const { from: comparedFrom = 0, to: comparedTo = 0 } = compared ?? {};
  const findLevels = useChannelLevels();
  const { toDay } = findDays(range, zone);
  return useMemo(() => {
    const periods = { range: { from, to }, compared: { from: comparedFrom, to: comparedTo } };
    const shift = openShift({ ...periods, comparison, zone });
    const levelsOf = (channel: Channel, step: string) => findLevels(channel, step, toDay).steps;
    const nameReference = (name: string) => t('data.trend.referenceName', { name });
    const facts = { sites: sites ?? [], channels, language, isDark, levelsOf, nameReference };
    const suffix = t(`data.query.comparisons.${comparison}`);
    return [
      ...makeTrendLines(data, facts),
      ...(earlier ? shiftLines(makeTrendLines(earlier, facts), shift, suffix) : []),
    ];
  }, [
    data,
    earlier,
    sites,
    channels,
    language,
    isDark,
    from,
    to,
    comparedFrom,
    comparedTo,
    comparison,
    zone,
    findLevels,
    toDay,
    t,
  ]);
}
