import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useAmapRedirect } from './basemap/use-amap-redirect.ts';
import styles from './map.module.css';
import { SitesMap } from './SitesMap.tsx';
import { useMapSites } from './sites/use-map-sites.ts';

/** The map of all sites with their current values. */
export default function MapScreen() {
  const { t } = useTranslation();
  const mapSites = useMapSites();
  useAmapRedirect();
  if (mapSites.error) {
    return (
      <ErrorState
        title={t('map.failed')}
        detail={mapSites.error.message}
        retryText={t('map.retry')}
        onRetry={mapSites.refresh}
      />
    );
  }
  if (!mapSites.snapshot) return <div className={`fills-page ${styles.map}`} aria-busy />;
  return <SitesMap sites={mapSites.sites} snapshot={mapSites.snapshot} onUpdates={mapSites.receive} />;
}
