import type { MapIndex } from '@limpid/contract/map/news';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePersonalChoice } from '../../resource/use-personal-choice.ts';
import { makeScale, type Scale } from './shade.ts';

export interface Taste {
  index: MapIndex;
  isSafe: boolean;
}

/** Which index this person goes by, and in which colours. */
export function useTaste(): [Taste, (part: Partial<Taste>) => void] {
  const [taste, keep] = usePersonalChoice<Taste>('map', { index: 'china', isSafe: false });
  return [taste, (part) => keep({ ...taste, ...part })];
}

export function useMapScale(snapshot: MapSnapshot, layer: string, { index, isSafe }: Taste): Scale {
  const { t } = useTranslation();
  return useMemo(() => {
    const rule = snapshot.indices.find(({ key }) => key === index);
    if (!rule) throw new Error(`The snapshot has no index ${index}`);
    return makeScale({
      layer,
      index: rule,
      channels: snapshot.channels,
      isSafe,
      nameLevel: (key, level) => t(`map.levels.${key}.${level}`),
      indexTitle: t(`map.indices.${rule.key}`),
    });
  }, [snapshot, layer, index, isSafe, t]);
}
