import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Channel, toChannel } from '../../../air/channel.ts';
import { substanceSign } from '../../../air/channel-sign.ts';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { makeIndexScale } from '../../../air/index-scale.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { makeScale, type Scale } from './shade.ts';

/** The channels of a snapshot in the colours that this person prefers; those of substances by their formula. */
export function useMapChannels(
  { channels }: MapSnapshot,
  { colourBlindSafe }: Pick<IndexPreference, 'colourBlindSafe'>,
): readonly Channel[] {
  const language = useLanguage();
  return useMemo(
    () =>
      channels.map((one) => {
        const channel = toChannel(one, colourBlindSafe);
        return { ...channel, name: substanceSign(channel, language) ?? channel.name };
      }),
    [channels, colourBlindSafe, language],
  );
}

/** The scale of a layer: the preferred index, or a channel by its code. */
export function useMapScale(snapshot: MapSnapshot, layer: string, preference: IndexPreference): Scale {
  const { t } = useTranslation();
  const channels = useMapChannels(snapshot, preference);
  const { index, colourBlindSafe } = preference;
  return useMemo(
    () =>
      makeScale({
        layer,
        index: makeIndexScale({ index, colourBlindSafe }, snapshot.indices, t),
        channels,
      }),
    [snapshot, channels, layer, index, colourBlindSafe, t],
  );
}
