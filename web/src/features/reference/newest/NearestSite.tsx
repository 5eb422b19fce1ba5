import type { NewestHour } from '@limpid/contract/reference/newest-hours';
import { Link } from 'react-router';
import { useMapLink } from '../../../query/links/use-map-link.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import styles from './newest.module.css';

/** The name of an own site, which opens it on the map. */
export function NearestSite({ siteId, siteName }: NonNullable<NewestHour['nearest']>) {
  const mapLink = useMapLink();
  const name = <EllipsisText text={siteName} />;
  if (!mapLink) return name;
  return (
    <Link to={mapLink({ site: String(siteId) })} className={styles.name}>
      {name}
    </Link>
  );
}
