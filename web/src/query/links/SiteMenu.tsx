import { useTranslation } from 'react-i18next';
import { ScreenMenu } from './ScreenMenu.tsx';
import { useSiteLinks } from './screen-links.ts';

interface SiteMenuProps {
  siteId: number;
  siteName: string;
}

/** A button that lists the screens of a site. */
export function SiteMenu({ siteId, siteName }: SiteMenuProps) {
  const { t } = useTranslation();
  return <ScreenMenu name={siteName} links={useSiteLinks(t)(siteId)} />;
}
