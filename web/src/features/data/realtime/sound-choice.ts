import { countRealtime, realtime } from '@limpid/contract/data/realtime';
import { create } from 'zustand';
import { usePersonalChoice } from '../../../api/use-personal-choice.ts';
import type { Filter } from '../../../resource/list-query.ts';

/** The permission of the counts that the sound follows. */
export const soundPermission = countRealtime.access.permission;

/** Whether the person wants a sound for new exceedances; off by default. */
export function useSoundChoice(): [boolean, (isOn: boolean) => void] {
  return usePersonalChoice<boolean>(`sound:${realtime.path}`, false);
}

interface SoundState {
  /** The search whose sites sound: that of the table, also after it is left; all sites until it is opened. */
  search: Filter;
  /** The browser waits for a click or a key before it plays anything. */
  isBlocked: boolean;
  /** A person who switches the sound on hears it once. */
  wantsSample: boolean;
}

/** What the table of real-time data and the sound, which outlives the table, tell each other. */
export const useSoundState = create<SoundState>()(() => ({
  search: {},
  isBlocked: false,
  wantsSample: false,
}));
