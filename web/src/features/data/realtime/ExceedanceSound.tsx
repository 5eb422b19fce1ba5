import { useSoundState } from './sound-choice.ts';
import { useExceedanceSound } from './use-exceedance-sound.ts';
import { useRealtimeCounts } from './use-realtime-counts.ts';

/** Sounds for new exceedances on every screen of the console, also while its browser tab is in the background. */
export function ExceedanceSound() {
  const search = useSoundState((state) => state.search);
  useExceedanceSound(useRealtimeCounts(search, true), JSON.stringify(search));
  return null;
}
