import { useSession } from '../api/session.ts';
import { usePersonalChoice } from '../api/use-personal-choice.ts';
import { type Basemap, chooseBasemap, type MapSettings, readMapSettings } from '../map/map-settings.ts';

/** The choice of AMap. */
export const amapId = 'amap';

interface BasemapChoice {
  settings: MapSettings;
  basemap: Basemap;
  /** The person has chosen AMap, which has a page of its own. */
  prefersAmap: boolean;
  choose: (id: string) => void;
}

/** The map that this person has chosen; the profile keeps it for all devices. */
export function useBasemap(): BasemapChoice {
  const config = useSession((session) => session.customConfig);
  const [chosen, choose] = usePersonalChoice<string>('basemap', '');
  const settings = readMapSettings(config);
  return {
    settings,
    basemap: chooseBasemap(settings, chosen),
    prefersAmap: chosen === amapId && settings.amap !== undefined,
    choose,
  };
}
