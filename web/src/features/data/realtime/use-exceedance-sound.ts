import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { makeExceedanceWatch } from './exceedance-watch.ts';
import { useSoundState } from './sound-choice.ts';
import { openTone, type Tone } from './tone.ts';
import type { LoadedCounts } from './use-realtime-counts.ts';

const gestures = ['pointerdown', 'keydown'] as const;

/**
 * Plays a tone when a site comes above its limit. `counts` are of all sites of the search, read at `readAt`; `search`
 * names the search, because sites of another one are not new.
 */
export function useExceedanceSound({ counts, readAt }: LoadedCounts, search: string): void {
  const tone = useRef<Tone>(undefined);
  const [watch] = useState(() => makeExceedanceWatch());

  useEffect(() => {
    const opened = openTone((isBlocked) => useSoundState.setState({ isBlocked }));
    tone.current = opened;
    async function allow(): Promise<void> {
      await opened.allow();
      if (useSoundState.getState().wantsSample) opened.play();
      useSoundState.setState({ wantsSample: false });
    }
    const onGesture = () => void allow();
    if (useSoundState.getState().wantsSample) onGesture();
    for (const event of gestures) document.addEventListener(event, onGesture);
    return () => {
      for (const event of gestures) document.removeEventListener(event, onGesture);
      tone.current = undefined;
      opened.close();
    };
  }, []);

  const hear = useEffectEvent(() => {
    if (counts && readAt !== undefined && watch.update(counts.aboveIds, readAt)) tone.current?.play();
  });
  useEffect(() => watch.reset(), [watch, search]);
  useEffect(() => hear(), [readAt]);
}
