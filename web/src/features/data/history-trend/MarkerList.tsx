import type { TrendMarker } from '@limpid/contract/data/trend';
import { useTranslation } from 'react-i18next';
import styles from './history-trend.module.css';

interface MarkerListProps {
  markers: readonly TrendMarker[];
  isComplete: boolean;
  describe: (marker: TrendMarker) => string;
}

/** The flags of the chart in words. */
export function MarkerList({ markers, isComplete, describe }: MarkerListProps) {
  const { t } = useTranslation();
  if (markers.length === 0) return null;
  return (
    <details className={styles.details}>
      <summary>{t('data.trend.markers', { count: markers.length })}</summary>
      <ul aria-label={t('data.trend.markerList')}>
        {markers.map((marker) => (
          <li key={`${marker.siteId} ${marker.channel} ${marker.from} ${marker.at} ${marker.text}`}>
            {describe(marker)}
          </li>
        ))}
      </ul>
      {!isComplete && <p>{t('data.trend.moreMarkers')}</p>}
    </details>
  );
}
