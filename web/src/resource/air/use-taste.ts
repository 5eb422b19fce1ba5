import type { MapIndex } from '@limpid/contract/map/news';
import { usePersonalChoice } from '../use-personal-choice.ts';

export interface Taste {
  index: MapIndex;
  isSafe: boolean;
}

/** Which index this person goes by, and in which colours. */
export function useTaste(): [Taste, (part: Partial<Taste>) => void] {
  const [taste, keep] = usePersonalChoice<Taste>('map', { index: 'china', isSafe: false });
  return [taste, (part) => keep({ ...taste, ...part })];
}
