import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSiteLinks } from '../../../query/links/screen-links.ts';
import parts from '../panel-parts.module.css';
import styles from './site-panel.module.css';

interface SiteLinksProps {
  siteId: number;
  channel: string | undefined;
}

/** The screens with the history of a site. */
export function SiteLinks({ siteId, channel }: SiteLinksProps) {
  const { t } = useTranslation();
  const links = useSiteLinks(t)(siteId, channel);
  if (links.length === 0) return null;
  return (
    <nav aria-label={t('data.siteScreens.heading')} className={parts.block}>
      <h3>{t('data.siteScreens.heading')}</h3>
      <ul className={styles.links}>
        {links.map(({ to, text }) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
