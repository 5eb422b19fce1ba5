import { useBrandingInfo } from '../api/branding.ts';
import { useSession } from '../api/session.ts';
import type { MapOptions } from '../map/map.ts';
import { readMapSettings } from '../map/map-settings.ts';
import { useScale } from '../ui/scale.ts';
import { useSurroundingTheme } from '../ui/use-surrounding-theme.ts';
import { useLanguage } from './use-language.ts';

/** The options that all maps of the console share for this user. */
export function useMapAppearance(): Pick<MapOptions, 'theme' | 'scale' | 'language' | 'settings' | 'notes'> {
  const config = useSession((session) => session.customConfig);
  const approval = useBrandingInfo((info) => info.mapApproval);
  return {
    theme: useSurroundingTheme(),
    scale: useScale(),
    language: useLanguage(),
    settings: readMapSettings(config),
    notes: approval ? [approval] : [],
  };
}
