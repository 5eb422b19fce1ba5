import type { NewestHour } from '@limpid/contract/reference/newest-hours';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ScreenMenu } from '../../../query/links/ScreenMenu.tsx';
import { useReferenceLinks } from '../../../query/links/screen-links.ts';
import { useMapLink } from '../../../query/links/use-map-link.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import styles from './newest.module.css';

/** A zoom at which the districts of a city are apart. */
const stationZoom = 11;

type Placed = Pick<NewestHour, 'stationCode' | 'longitude' | 'latitude'>;

/** The map at a station, with the stations of authorities switched on; undefined without a position or permission. */
export function useStationAddress(): (station: Placed) => string | undefined {
  const mapLink = useMapLink();
  return ({ stationCode, longitude, latitude }) => {
    if (longitude === null || latitude === null) return undefined;
    const at = [longitude, latitude, stationZoom].join(',');
    return mapLink?.({ at, show: 'references', station: stationCode });
  };
}

/** The name of a station, which opens the map there, and the screens that show it. */
export function StationName({ row }: { row: NewestHour }) {
  const { t } = useTranslation();
  const linksOf = useReferenceLinks(t);
  const address = useStationAddress()(row);
  const name = <EllipsisText text={row.stationName} />;
  return (
    <div className={styles.station} title={row.stationCode}>
      {address ? (
        <Link
          to={address}
          className={styles.name}
          aria-label={t('analysis.nationalControl.newest.onMap', { name: row.stationName })}
        >
          {name}
        </Link>
      ) : (
        name
      )}
      <ScreenMenu name={row.stationName} links={linksOf(row.stationCode)} />
    </div>
  );
}
