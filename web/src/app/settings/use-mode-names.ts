import { useTranslation } from 'react-i18next';
import type { ThemeMode } from './appearance.ts';

export function useModeNames(): Record<ThemeMode, string> {
  const { t } = useTranslation();
  return {
    system: t('shell.settings.mode.system'),
    light: t('shell.settings.mode.light'),
    dark: t('shell.settings.mode.dark'),
  };
}
