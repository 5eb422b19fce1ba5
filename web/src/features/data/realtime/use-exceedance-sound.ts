import { realtime } from '@limpid/contract/data/realtime';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePersonalChoice } from '../../../api/use-personal-choice.ts';
import { makeExceedanceWatch } from './exceedance-watch.ts';
import { openTone, type Tone } from './tone.ts';
import type { LoadedCounts } from './use-realtime-counts.ts';

const gestures = ['pointerdown', 'keydown'] as const;

export interface ExceedanceSound {
  isOn: boolean;
  /** The browser waits for a click or a key before it plays anything. */
  isBlocked: boolean;
  toggle: () => void;
}

/** Whether the person wants a sound for new exceedances; off by default. */
export function useSoundChoice(): [boolean, (isOn: boolean) => void] {
  return usePersonalChoice<boolean>(`sound:${realtime.path}`, false);
}

/**
 * Plays a tone when a site comes above its limit. `counts` are of all sites of the search, read at `readAt`; `search`
 * names the search, because sites of another one are not new.
 */
export function useExceedanceSound(
  { counts, readAt }: LoadedCounts,
  search: string,
): Omit<ExceedanceSound, 'isOn'> {
  const [isOn, setOn] = useSoundChoice();
  const [isBlocked, setBlocked] = useState(false);
  const tone = useRef<Tone>(undefined);
  const wantsSample = useRef(false);
  const [watch] = useState(() => makeExceedanceWatch());

  const allow = useEffectEvent(async () => {
    await tone.current?.allow();
    if (wantsSample.current) tone.current?.play();
    wantsSample.current = false;
  });

  useEffect(() => {
    if (!isOn) return;
    const opened = openTone(setBlocked);
    tone.current = opened;
    const onGesture = () => void allow();
    if (wantsSample.current) onGesture();
    for (const event of gestures) document.addEventListener(event, onGesture);
    return () => {
      for (const event of gestures) document.removeEventListener(event, onGesture);
      tone.current = undefined;
      opened.close();
    };
  }, [isOn]);

  const hear = useEffectEvent(() => {
    if (counts && readAt !== undefined && watch.update(counts.aboveIds, readAt)) tone.current?.play();
  });
  useEffect(() => watch.reset(), [watch, search]);
  useEffect(() => hear(), [readAt]);

  function toggle(): void {
    // A sample tells what the sound is like, and that the browser allows it.
    wantsSample.current = !isOn;
    setOn(!isOn);
  }
  return { isBlocked, toggle };
}
