import { useEffect } from 'react';
import type { Filter } from '../../../resource/list-query.ts';
import { useSoundChoice, useSoundState } from './sound-choice.ts';

export interface SoundControl {
  isOn: boolean;
  isBlocked: boolean;
  toggle: () => void;
}

/** Switches the sound; it is about the sites of this search, also when the person goes on to other screens. */
export function useSoundSwitch(search: Filter): SoundControl {
  const [isOn, setOn] = useSoundChoice();
  const isBlocked = useSoundState((state) => state.isBlocked);
  const key = JSON.stringify(search);
  useEffect(() => useSoundState.setState({ search: JSON.parse(key) }), [key]);

  function toggle(): void {
    // A sample tells what the sound is like, and that the browser allows it.
    useSoundState.setState({ wantsSample: !isOn });
    setOn(!isOn);
  }
  return { isOn, isBlocked, toggle };
}
