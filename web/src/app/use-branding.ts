import { useTranslation } from 'react-i18next';
import { brandTitle, useBrandingInfo } from '../api/branding.ts';
import { currentLanguage } from './i18n.ts';

/** Name and logo of the installation; those of the product unless personalised. */
export function useBranding() {
  const { t } = useTranslation();
  const info = useBrandingInfo();
  const customTitle = brandTitle(info, currentLanguage());
  return {
    title: customTitle ?? t('shell.product'),
    isPersonalised: customTitle !== null,
    logo: info.homeLogo || '/logo.svg',
    info,
  };
}
