import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { hasAnyPermission } from '../../../api/session.ts';
import { deviceAddress } from '../../../query/commands/device-address.ts';
import { useSiteLinks } from '../../../query/links/screen-links.ts';
import type { MapSite } from '../map-site.ts';
import parts from '../panel-parts.module.css';
import styles from './site-panel.module.css';

interface SiteLinksProps {
  site: Pick<MapSite, 'siteId' | 'name' | 'mn'>;
  channel: string | undefined;
}

/** The screens of a site that the user may open, with the site chosen there. */
export function SiteLinks({ site: { siteId, name, mn }, channel }: SiteLinksProps) {
  const { t } = useTranslation();
  const ofSite = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;
  const mayOpenDevice =
    hasAnyPermission('device:equipment:list') && hasAnyPermission('device:equipment:query');
  const links = [
    ...useSiteLinks(t)(siteId, channel),
    ...(mayOpenDevice ? [{ to: deviceAddress(siteId), text: t('map.links.device') }] : []),
    ...(hasAnyPermission('alarm:log:list')
      ? [{ to: ofSite('/alarm/log', { siteName: name }), text: t('map.links.alarms') }]
      : []),
    ...(hasAnyPermission('site:site:list')
      ? [{ to: ofSite('/site/site', { mn }), text: t('map.links.settings') }]
      : []),
  ];
  const { pathname } = useLocation();
  const others = links.filter(({ to }) => to !== pathname);
  if (others.length === 0) return null;
  return (
    <nav aria-label={t('data.siteScreens.heading')} className={`${parts.block} ${parts.screenOnly}`}>
      <h3>{t('data.siteScreens.heading')}</h3>
      <ul className={styles.links}>
        {others.map(({ to, text }) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
