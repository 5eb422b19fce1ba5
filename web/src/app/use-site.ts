import { useTranslation } from 'react-i18next';
import { siteTitle, useSiteInfo } from '../api/site-info.ts';
import { currentLanguage } from './i18n.ts';

/** Name and logo of the installation, personalised or the product's own. */
export function useSite() {
  const { t } = useTranslation();
  const info = useSiteInfo();
  const own = siteTitle(info, currentLanguage());
  return { title: own ?? t('shell.product'), isOwn: own !== null, logo: info.homeLogo || '/logo.svg', info };
}
