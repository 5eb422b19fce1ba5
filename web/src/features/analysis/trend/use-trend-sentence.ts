import { type LongTermTrend, minTrendMonths } from '@limpid/contract/analysis/pollution-trend';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';

/** The long-term trend in words: how fast it rises or falls, or why that is unknown. */
export function useTrendSentence({ months, trend }: LongTermTrend, { unit, decimals }: Channel) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!trend) {
    const count = months.filter(({ valid }) => valid).length;
    return { text: t('analysis.trend.tooFew', { needed: minTrendMonths, count }), facts: [] };
  }
  const { slope, lower, upper, p, isSignificant } = trend;
  // A change in a year is smaller than a value.
  const format = (value: number) => formatDecimal(value, decimals + 1, language);
  const withUnit = (value: number) => (unit ? `${format(value)} ${unit}` : format(value));
  const facts = [
    p < 0.001 ? t('analysis.trend.pSmall') : t('analysis.trend.pValue', { p: formatDecimal(p, 3, language) }),
  ];
  if (!isSignificant) {
    const values = { slope: withUnit(slope), lower: format(lower), upper: format(upper) };
    return { text: t('analysis.trend.none', values), facts };
  }
  const values =
    slope < 0
      ? { slope: withUnit(-slope), lower: format(-upper), upper: format(-lower) }
      : { slope: withUnit(slope), lower: format(lower), upper: format(upper) };
  return { text: t(slope < 0 ? 'analysis.trend.falls' : 'analysis.trend.rises', values), facts };
}
