import { darkQuery, useMedia } from '../ui/use-media.ts';
import { usePreferences } from './preferences.ts';

/** The theme in use: the person's choice, or the system's. */
export function useDark(): boolean {
  const mode = usePreferences((preferences) => preferences.mode);
  const isSystemDark = useMedia(darkQuery);
  return mode === 'system' ? isSystemDark : mode === 'dark';
}
