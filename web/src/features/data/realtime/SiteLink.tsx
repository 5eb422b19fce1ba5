import { ExperimentOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import styles from './realtime.module.css';
import type { SiteNow } from './site-now.ts';

/** The map with the site chosen. */
export function siteAddress(siteId: number): string {
  return `/home?site=${siteId}`;
}

/** The name of a site, which opens it on the map. */
export function SiteLink({ site }: { site: Pick<SiteNow, 'siteId' | 'name' | 'isSimulated'> }) {
  const { t } = useTranslation();
  return (
    <>
      <Link to={siteAddress(site.siteId)} className={styles.siteLink}>
        <EllipsisText text={site.name} />
      </Link>
      {site.isSimulated && (
        <ExperimentOutlined
          className={styles.simulated}
          aria-label={t('site.site.simulated.mark')}
          title={t('site.site.simulated.mark')}
        />
      )}
    </>
  );
}
