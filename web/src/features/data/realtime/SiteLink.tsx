import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMapLink } from '../../../query/links/use-map-link.ts';
import styles from './realtime.module.css';
import type { SiteNow } from './site-now.ts';

/** Opens a site, which is the map with it chosen; undefined for those who may not open the map. */
export function useSiteAddress(): ((siteId: number) => string) | undefined {
  const mapLink = useMapLink();
  return mapLink && ((siteId) => mapLink({ site: String(siteId) }));
}

interface SiteLinkProps {
  site: Pick<SiteNow, 'siteId' | 'name'>;
  children: ReactNode;
}

/** The name of a site, which opens it. */
export function SiteLink({ site: { siteId }, children }: SiteLinkProps) {
  const addressOf = useSiteAddress();
  if (!addressOf) return <span className={styles.siteLink}>{children}</span>;
  return (
    <Link to={addressOf(siteId)} className={styles.siteLink}>
      {children}
    </Link>
  );
}
