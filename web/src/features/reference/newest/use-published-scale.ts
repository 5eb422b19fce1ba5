import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type MeasureScale, makeMeasureScale } from '../../../air/measure-scale.ts';
import { useIndexPreference } from '../../../api/use-index-preference.ts';
import { useIndexScale } from '../../../api/use-index-scale.ts';
import { useLanguage } from '../../../resource/use-language.ts';

/** The scale of published indices, which are China's whatever index the person reads; in the person's palette. */
export function usePublishedScale(): MeasureScale {
  const { t } = useTranslation();
  const language = useLanguage();
  const [{ colourBlindSafe }] = useIndexPreference();
  const { steps } = useIndexScale({ index: 'china', colourBlindSafe });
  const title = t('analysis.nationalControl.fields.aqi');
  return useMemo(
    () => makeMeasureScale({ title, unit: '', decimals: 0, levelDecimals: 0, steps }, language),
    [title, steps, language],
  );
}
