import { darkQuery, printQuery, useMedia } from '../ui/use-media.ts';
import { usePreferences } from './preferences.ts';

/** Whether the user wants the dark theme, by preference or else by the system; paper is light. The root provider applies it. */
export function usePrefersDark(): boolean {
  const mode = usePreferences((preferences) => preferences.mode);
  const isSystemDark = useMedia(darkQuery);
  const isPrinting = useMedia(printQuery);
  if (isPrinting) return false;
  return mode === 'system' ? isSystemDark : mode === 'dark';
}
