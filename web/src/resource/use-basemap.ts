import { create } from 'zustand';
import { useSession } from '../api/session.ts';
import { type Basemap, chooseBasemap, type MapSettings, readMapSettings } from '../map/map-settings.ts';

/** Kept on this device: a wall screen shows another map than a phone. */
const keyOf = (person: string) => `limpid:${person}:basemap`;

/** The choice of AMap. */
export const amapId = 'amap';

/** Counts choices, so that open maps follow. */
const useChoices = create(() => ({ made: 0 }));

interface BasemapChoice {
  settings: MapSettings;
  basemap: Basemap;
  /** The person has chosen AMap, which has a page of its own. */
  prefersAmap: boolean;
  choose: (id: string) => void;
}

/** The map that this person has chosen. */
export function useBasemap(): BasemapChoice {
  const config = useSession((session) => session.customConfig);
  const person = useSession(({ user }) => user?.userName) ?? '';
  useChoices();
  const settings = readMapSettings(config);
  const chosen = localStorage.getItem(keyOf(person)) ?? undefined;
  return {
    settings,
    basemap: chooseBasemap(settings, chosen),
    prefersAmap: chosen === amapId && settings.amap !== undefined,
    choose(id) {
      localStorage.setItem(keyOf(person), id);
      useChoices.setState(({ made }) => ({ made: made + 1 }));
    },
  };
}
