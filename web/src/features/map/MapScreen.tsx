import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/ErrorState.tsx';
import styles from './map.module.css';
import { SitesMap } from './SitesMap.tsx';
import { useMapSites } from './sites/use-map-sites.ts';

/** The map of all sites with their current values. */
export default function MapScreen() {
  const { t } = useTranslation();
  const known = useMapSites();
  if (known.error) {
    return (
      <ErrorState
        title={t('map.failed')}
        detail={known.error.message}
        retryText={t('map.retry')}
        onRetry={known.refresh}
      />
    );
  }
  if (!known.snapshot) return <div className={`fills-page ${styles.map}`} aria-busy />;
  return <SitesMap sites={known.sites} snapshot={known.snapshot} onNews={known.hear} />;
}
