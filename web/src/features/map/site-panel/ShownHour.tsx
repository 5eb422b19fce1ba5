import type { MapIndex } from '@limpid/contract/map/site-update';
import { useTranslation } from 'react-i18next';
import { FlagButton } from '../../../air/FlagButton.tsx';
import { flagSign } from '../../../air/flag-summary.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { useHourText } from '../layers/use-timelapse.ts';
import parts from '../panel-parts.module.css';
import type { Scale } from '../scale/shade.ts';
import type { ShownSite } from '../sites/select-sites.ts';
import { findSiteRank } from '../sites/site-rank.ts';
import { Figure } from '../sites-panel/SiteListItem.tsx';
import styles from './site-panel.module.css';
import { useHourFlags } from './use-hour-flags.ts';

interface ShownHourProps {
  siteId: number;
  /** All sites as they were in the hour that the map shows. */
  all: readonly ShownSite[];
  hour: number;
  scale: Scale;
  index: MapIndex;
}

/** During the time-lapse: the value of the hour that the map shows and its flags, because the rest of the panel is the present. */
export function ShownHour({ siteId, all, hour, scale, index }: ShownHourProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const time = useHourText(hour);
  const flags = useHourFlags({ siteId, layer: scale.layer, index }, hour);
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
        {flags.length > 0 && <FlagButton text={flagSign} lines={flags} subject={time} />}
      </h3>
      <p className={styles.note}>{words.filter(Boolean).join(' · ')}</p>
      <p className={styles.note}>{t('map.panel.present')}</p>
    </section>
  );
}
