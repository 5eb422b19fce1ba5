import { useTranslation } from 'react-i18next';
import type { Size } from './look.ts';

export function useSizeNames(): Record<Size, string> {
  const { t } = useTranslation();
  return {
    default: t('shell.size.default'),
    medium: t('shell.size.medium'),
    small: t('shell.size.small'),
    mini: t('shell.size.mini'),
  };
}
