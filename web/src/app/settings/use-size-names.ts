import { useTranslation } from 'react-i18next';
import type { ControlSize } from './appearance.ts';

export function useSizeNames(): Record<ControlSize, string> {
  const { t } = useTranslation();
  return {
    default: t('shell.size.default'),
    medium: t('shell.size.medium'),
    small: t('shell.size.small'),
    mini: t('shell.size.mini'),
  };
}
