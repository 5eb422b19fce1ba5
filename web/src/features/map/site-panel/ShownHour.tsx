import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { useHourText } from '../layers/use-timelapse.ts';
import parts from '../panel-parts.module.css';
import type { Scale } from '../scale/shade.ts';
import type { ShownSite } from '../sites/select-sites.ts';
import { findSiteRank } from '../sites/site-rank.ts';
import { Figure } from '../sites-panel/SiteListItem.tsx';
import styles from './site-panel.module.css';

interface ShownHourProps {
  siteId: number;
  /** All sites as they were in the hour that the map shows. */
  all: readonly ShownSite[];
  hour: number;
  scale: Scale;
}

/** During the time-lapse: the value of the hour that the map shows, because the rest of the panel is the present. */
export function ShownHour({ siteId, all, hour, scale }: ShownHourProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const time = useHourText(hour);
  const own = all.find(({ site }) => site.siteId === siteId);
  const rank = scale.isOrdered ? findSiteRank(all, siteId) : undefined;
  const words = [
    scale.unit ? `${scale.title} (${scale.unit})` : scale.title,
    own?.look.name,
    rank &&
      t('map.panel.rankThen', {
        rank: formatCount(rank.rank, language),
        count: formatCount(rank.of, language),
      }),
  ];
  return (
    <section aria-label={t('map.timelapse.hour')} className={`${parts.block} ${styles.shownHour}`}>
      <h3>
        {time}
        {own && <Figure look={own.look} scale={scale} />}
      </h3>
      <p className={styles.note}>{words.filter(Boolean).join(' · ')}</p>
      <p className={styles.note}>{t('map.panel.present')}</p>
    </section>
  );
}
