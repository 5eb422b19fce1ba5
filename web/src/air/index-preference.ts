import type { MapIndex } from '@limpid/contract/map/site-update';
import { useMemo } from 'react';
import { usePersonalChoice } from '../api/use-personal-choice.ts';

/** Which index a person reads, and in which colours. */
export interface IndexPreference {
  index: MapIndex;
  colourBlindSafe: boolean;
}

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
