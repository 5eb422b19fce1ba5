import { darkQuery, useMedia } from '../ui/use-media.ts';
import { usePreferences } from './preferences.ts';

/** Whether the dark theme applies: by preference, else by the system. */
export function useDark(): boolean {
  const mode = usePreferences((preferences) => preferences.mode);
  const isSystemDark = useMedia(darkQuery);
  return mode === 'system' ? isSystemDark : mode === 'dark';
}
