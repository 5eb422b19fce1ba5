import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import type { QueryState } from '../../../query/state/use-query-state.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { makeTrendLines, shiftLines, type TrendData, type TrendLine } from './trend-line.ts';

/** The lines of the period, and those of the period that it is compared with. */
export function useTrendLines(
  data: TrendData,
  earlier: TrendData | undefined,
  { sites, channels, range, compared, query }: QueryState,
): TrendLine[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const { isDark } = useChartLook();
  const shift = compared ? range.from - compared.from : 0;
  return useMemo(() => {
    const nameReference = (name: string) => t('data.trend.referenceName', { name });
    const facts = { sites: sites ?? [], channels, language, isDark, nameReference };
    const suffix = t(`data.query.comparisons.${query.comparison}`);
    return [
      ...makeTrendLines(data, facts),
      ...(earlier ? shiftLines(makeTrendLines(earlier, facts), shift, suffix) : []),
    ];
  }, [data, earlier, sites, channels, language, isDark, shift, query.comparison, t]);
}
