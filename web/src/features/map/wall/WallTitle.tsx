import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useTranslation } from 'react-i18next';
import type { NamedPlace } from '../places/name-places.ts';
import { findNewestIndexHour } from '../sites/newest-hour.ts';
import type { ShownSite } from '../sites/select-sites.ts';
import { TimeStatus } from '../TimeStatus.tsx';
import { findZone } from './find-zone.ts';
import styles from './wall.module.css';

interface WallTitleProps {
  /** The place of the tour; undefined without places. */
  place: Pick<NamedPlace, 'name'> | undefined;
  /** The sites of the place. */
  here: readonly Pick<ShownSite, 'site'>[];
  entities: MapSnapshot['entities'];
}

/** The name of the place that is shown, with its clock and the hour of its data. */
export function WallTitle({ place, here, entities }: WallTitleProps) {
  const { t } = useTranslation();
  const time = place && {
    zone: findZone(here, entities),
    hour: findNewestIndexHour(here.map(({ site }) => site)),
  };
  return (
    <header className={styles.title}>
      <h1>{place?.name ?? t('map.title')}</h1>
      <TimeStatus place={time} />
    </header>
  );
}
