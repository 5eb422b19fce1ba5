import type { MapIndex } from '@limpid/contract/map/site-update';
import { useMemo } from 'react';
import type { IndexPreference } from '../air/index-preference.ts';
import { usePersonalChoice } from './use-personal-choice.ts';

/** The preference as profiles store it; the names must not change. */
interface StoredPreference {
  index: MapIndex;
  isSafe: boolean;
}

const initial: StoredPreference = { index: 'china', isSafe: false };

export function useIndexPreference(): [IndexPreference, (part: Partial<IndexPreference>) => void] {
  const [stored, store] = usePersonalChoice('map', initial);
  const preference = useMemo(() => ({ index: stored.index, colourBlindSafe: stored.isSafe }), [stored]);
  return [
    preference,
    (part) => {
      const { index, colourBlindSafe } = { ...preference, ...part };
      store({ index, isSafe: colourBlindSafe });
    },
  ];
}
