import type { SiteAlarms } from '@limpid/contract/alarm/alarm-action';
import { Card } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import type { IndexScale } from '../../../air/index-scale.ts';
import { SiteAlarmMark } from '../../../query/alarms/SiteAlarmMark.tsx';
import { useSitesInAlarm } from '../../../query/alarms/use-alarms.ts';
import { SiteMenu } from '../../../query/links/SiteMenu.tsx';
import { MarkedName } from '../../../ui/MarkedName.tsx';
import { CardValue } from './ChannelValue.tsx';
import { CardIndex } from './IndexValue.tsx';
import { RecentHours } from './RecentHours.tsx';
import styles from './realtime.module.css';
import { SiteLink } from './SiteLink.tsx';
import { CardState } from './SiteStateCell.tsx';
import type { SiteNow } from './site-now.ts';
import type { RecentHoursOfSites } from './use-recent-hours.ts';

interface RealtimeCardsProps {
  sites: SiteNow[];
  channels: Channel[];
  /** Undefined if the column is hidden. */
  index: IndexScale | undefined;
  /** Undefined if the column is hidden. */
  hours: RecentHoursOfSites | undefined;
  isPending: boolean;
  empty: ReactNode;
}

const waiting = [1, 2, 3, 4, 5, 6];

/** The same sites as cards, for phones and for few sites. */
export function RealtimeCards({ sites, channels, index, hours, isPending, empty }: RealtimeCardsProps) {
  const { t } = useTranslation();
  const alarms = useSitesInAlarm();
  if (isPending) {
    return (
      <div className={styles.cards}>
        {waiting.map((one) => (
          <Card key={one} loading />
        ))}
      </div>
    );
  }
  if (sites.length === 0) return empty;
  return (
    <ul className={styles.cards} aria-label={t('data.realtime.title')}>
      {sites.map((site) => (
        <li key={site.siteId}>
          <SiteCard {...{ site, channels, index, hours }} alarms={alarms.get(site.siteId)} />
        </li>
      ))}
    </ul>
  );
}

type SiteCardProps = Pick<RealtimeCardsProps, 'channels' | 'index' | 'hours'> & {
  site: SiteNow;
  alarms: SiteAlarms | undefined;
};

function SiteCard({ site, channels, index, hours, alarms }: SiteCardProps) {
  const { t } = useTranslation();
  const headId = useId();
  const mark = site.isSimulated ? t('site.site.simulated.mark') : undefined;
  const measured = channels.flatMap((channel) => {
    const newest = site.values[channel.code];
    return newest ? [{ channel, newest }] : [];
  });
  return (
    <article
      aria-labelledby={headId}
      className={site.state === 'on' ? styles.card : `${styles.card} ${styles.quiet}`}
    >
      <header className={styles.cardHead}>
        <div className={styles.cardName}>
          <h2 id={headId}>
            <SiteLink site={site}>
              <MarkedName name={site.name} mark={mark} isLarge />
            </SiteLink>
          </h2>
          <div className={styles.second}>{[site.entity, site.mn].filter(Boolean).join(' · ')}</div>
        </div>
        <div className={styles.cardState}>
          <CardState site={site} />
          <SiteAlarmMark alarms={alarms} siteName={site.name} />
          <SiteMenu siteId={site.siteId} siteName={site.name} />
        </div>
      </header>
      {measured.length === 0 ? (
        <p className={styles.second}>{t('data.realtime.noValues')}</p>
      ) : (
        <>
          <div className={styles.cardTop}>
            {index && <CardIndex site={site} index={index} />}
            {hours && <RecentHours values={hours.valuesOf(site.siteId)} scale={hours.scale} />}
          </div>
          <dl className={styles.entries}>
            {measured.map((one) => (
              <CardValue key={one.channel.code} site={site} {...one} />
            ))}
          </dl>
        </>
      )}
    </article>
  );
}
