import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../air/channel.ts';
import { type ChannelLevels, findChannelLevels } from '../../air/channel-levels.ts';
import { useIndexPreference } from '../../api/use-index-preference.ts';
import { useIndexScale } from '../../api/use-index-scale.ts';
import { useLanguage } from '../../resource/use-language.ts';

/** Finds the levels of a channel for means of a step on a date. */
export type FindLevels = (channel: Channel, step: string, date: string) => ChannelLevels;

export function useChannelLevels(): FindLevels {
  const [{ colourBlindSafe }] = useIndexPreference();
  const { steps } = useIndexScale({ index: 'china', colourBlindSafe });
  return useCallback((channel, step, date) => findChannelLevels(channel, step, date, steps), [steps]);
}

/**
 * Says whose limits daily means are judged by, on one date if it decides for a whole figure; undefined if the levels are
 * those set for the channel.
 */
export function useLevelsNote(): (
  channel: Channel,
  step: string,
  dates: { fromDay?: string; toDay: string },
) => string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  const findLevels = useChannelLevels();
  return (channel, step, { fromDay, toDay }) => {
    const found = [fromDay ?? toDay, toDay].map((date) => findLevels(channel, step, date));
    const names = [...new Set(found.flatMap(({ standard }) => standard ?? []))];
    if (names.length === 0) return undefined;
    const standards = new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
    const kind = found.some(({ isUnlimited }) => isUnlimited) ? 'none' : fromDay ? 'day' : 'lastDay';
    return t(`data.levels.${kind}`, { standards, channel: channel.name });
  };
}
