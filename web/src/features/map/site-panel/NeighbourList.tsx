import { useTranslation } from 'react-i18next';
import { FlagSign } from '../../../air/FlagSign.tsx';
import { formatDistance } from '../../../lib/format.ts';
import { distanceKm } from '../../../map/distance.ts';
import type { LngLat } from '../../../map/map.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { MarkedName } from '../../../ui/MarkedName.tsx';
import parts from '../panel-parts.module.css';
import type { Scale } from '../scale/shade.ts';
import type { ShownSite } from '../sites/select-sites.ts';
import { Figure, LookChange } from '../sites-panel/SiteListItem.tsx';
import styles from './site-panel.module.css';

interface NeighbourListProps {
  here: LngLat;
  neighbours: readonly ShownSite[];
  scale: Scale;
  onChoose: (shown: ShownSite) => void;
}

/** The nearest sites with their values, for comparison. */
export function NeighbourList({ here, neighbours, scale, onChoose }: NeighbourListProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const title = scale.unit ? `${scale.title} (${scale.unit})` : scale.title;
  return (
    <section className={parts.block}>
      <h3>
        {t('map.panel.neighbours')}
        <span className={styles.soft}>{title}</span>
      </h3>
      <ul className={styles.neighbours}>
        {neighbours.map((shown) => (
          <li key={shown.site.siteId}>
            <button type="button" className={styles.neighbour} onClick={() => onChoose(shown)}>
              <span className={styles.neighbourName}>
                <MarkedName
                  name={shown.site.name}
                  mark={shown.site.isSimulated ? t('site.site.simulated.mark') : undefined}
                />
              </span>
              <span className={styles.soft}>
                {shown.site.place && formatDistance(distanceKm(here, shown.site.place), language)}
              </span>
              <FlagSign lines={shown.flags} />
              <LookChange {...{ shown, scale }} />
              <Figure look={shown.look} scale={scale} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
