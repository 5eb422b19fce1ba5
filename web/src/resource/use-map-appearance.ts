import { useBrandingInfo } from '../api/branding.ts';
import type { MapOptions, MapTheme } from '../map/map.ts';
import { useScale } from '../ui/scale.ts';
import { useSurroundingTheme } from '../ui/use-surrounding-theme.ts';
import { useBasemap } from './use-basemap.ts';
import { useLanguage } from './use-language.ts';

type MapAppearance = Pick<MapOptions, 'theme' | 'scale' | 'language' | 'settings' | 'basemap' | 'notes'>;

/** The options that all maps of the console share for this user. */
export function useMapAppearance(): MapAppearance {
  const { settings, basemap } = useBasemap();
  const approval = useBrandingInfo((info) => info.mapApproval);
  return {
    theme: useMapTheme(),
    scale: useScale(),
    language: useLanguage(),
    settings,
    basemap,
    notes: approval ? [approval] : [],
  };
}

/** The theme of maps: that of the console, unless the person chose the light or the dark map. */
export function useMapTheme(): MapTheme {
  const { style } = useBasemap().basemap;
  const surrounding = useSurroundingTheme();
  return style === 'light' || style === 'dark' ? style : surrounding;
}
