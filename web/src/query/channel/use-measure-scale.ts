import { useMemo } from 'react';
import type { Channel } from '../../air/channel.ts';
import { type MeasureScale, makeMeasureScale, openDayScale } from '../../air/measure-scale.ts';
import { useIndexPreference } from '../../api/use-index-preference.ts';
import { useIndexScale } from '../../api/use-index-scale.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { useChannelLevels } from './use-channel-levels.ts';

/**
 * The scale of a channel with the levels of its hours; without one, that of the index that the person reads. The mean of several indices has a
 * decimal, and the level of the whole number.
 */
export function useMeasureScale(channel: Channel | undefined, isMean = false): MeasureScale {
  const language = useLanguage();
  const [preference] = useIndexPreference();
  const { steps, title } = useIndexScale(preference);
  return useMemo(() => {
    if (!channel) {
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
  }, [channel, isMean, steps, title, language]);
}

/** The scale of daily means by date: the limits of pollutants are those in force on the day. */
export function useDayScale(channel: Channel | undefined, isMean = false): (day: string) => MeasureScale {
  const language = useLanguage();
  const hours = useMeasureScale(channel, isMean);
  const findLevels = useChannelLevels();
  return useMemo(
    () => (channel ? openDayScale(hours, (day) => findLevels(channel, 'day', day), language) : () => hours),
    [channel, hours, findLevels, language],
  );
}
