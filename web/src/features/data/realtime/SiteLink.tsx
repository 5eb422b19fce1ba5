import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { holdsPermission, useSession } from '../../../api/session.ts';
import { siteAddress } from '../../../query/links/site-address.ts';
import styles from './realtime.module.css';
import type { SiteNow } from './site-now.ts';

/** Writes the address of a site's page; undefined for those who may not open it. */
export function useSiteAddress(): ((siteId: number) => string) | undefined {
  const isAllowed = useSession((session) => holdsPermission(session, ['map:site:list']));
  return isAllowed ? siteAddress : undefined;
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
