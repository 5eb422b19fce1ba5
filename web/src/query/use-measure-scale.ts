import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../air/channel.ts';
import { type MeasureScale, makeMeasureScale } from '../air/measure-scale.ts';
import { useIndexPreference } from '../api/use-index-preference.ts';
import { useIndexScale } from '../api/use-index-scale.ts';
import { useLanguage } from '../resource/use-language.ts';

/**
 * The scale of a channel; without one, that of the Chinese index, the only one that is stored. The mean of several
 * indices has a decimal, and the level of the whole number.
 */
export function useMeasureScale(channel: Channel | undefined, isMean = false): MeasureScale {
  const { t } = useTranslation();
  const language = useLanguage();
  const [{ colourBlindSafe }] = useIndexPreference();
  const { steps } = useIndexScale({ index: 'china', colourBlindSafe });
  return useMemo(() => {
    if (!channel) {
      const title = t('map.indices.china');
      return makeMeasureScale(
        { title, unit: '', decimals: isMean ? 1 : 0, levelDecimals: 0, steps },
        language,
      );
    }
    const { name, unit, decimals } = channel;
    return makeMeasureScale(
      { title: name, unit, decimals, levelDecimals: decimals, steps: channel.steps },
      language,
    );
  }, [channel, isMean, steps, language, t]);
}
