import { create } from 'zustand';
import { useSession } from '../api/session.ts';
import { type Basemap, chooseBasemap, type MapSettings, readMapSettings } from '../map/map-settings.ts';

/** Kept on this device: a wall screen shows another map than a phone. */
const keyOf = (person: string) => `limpid:${person}:basemap`;

/** Counts choices, so that open maps follow. */
const useChoices = create(() => ({ made: 0 }));

interface BasemapChoice {
  settings: MapSettings;
  basemap: Basemap;
  choose: (id: string) => void;
}

/** The map that this person has chosen. */
export function useBasemap(): BasemapChoice {
  const config = useSession((session) => session.customConfig);
  const person = useSession(({ user }) => user?.userName) ?? '';
  useChoices();
  const settings = readMapSettings(config);
  return {
    settings,
    basemap: chooseBasemap(settings, localStorage.getItem(keyOf(person)) ?? undefined),
    choose(id) {
      localStorage.setItem(keyOf(person), id);
      useChoices.setState(({ made }) => ({ made: made + 1 }));
    },
  };
}
