import type { MapIndex } from '@limpid/contract/map/site-update';

/** Which index a person reads, and in which colours. */
export interface IndexPreference {
  index: MapIndex;
  colourBlindSafe: boolean;
}
