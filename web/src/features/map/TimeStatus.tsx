import { HOUR_MS } from '@limpid/contract/durations';
import { defaultZone } from '@limpid/contract/zone';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLiveStatus } from '../../api/live/live.ts';
import { useServerTime } from '../../api/server-clock.ts';
import { useSession } from '../../api/session.ts';
import { formatHour, formatMoment } from '../../lib/dates.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { useShownHour } from './layers/shown-hour.ts';
import { useNewestHour } from './sites/newest-hour.ts';
import styles from './time-status.module.css';

const secondMs = 1000;

interface TimeStatusProps {
  /** Replaces the whole map: the zone of a place and the newest hour of its sites, as far as they are known. */
  place?: { zone: string | undefined; hour: number | undefined } | undefined;
}

/** The clock, the hour that the indices are of, and whether values arrive live; during the time-lapse its hour instead. */
export function TimeStatus({ place }: TimeStatusProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const serverZone = useSession((session) => session.zone) || defaultZone;
  const zone = place?.zone || serverZone;
  const newest = useNewestHour((shown) => shown.hour);
  const past = useShownHour((shown) => shown.hour);
  return (
    <Tooltip title={t('map.status.zone', { zone })}>
      <section aria-label={t('map.status.title')} className={styles.status}>
        {past === undefined ? (
          <PresentTime zone={zone} hour={place ? place.hour : newest} />
        ) : (
          <>
            <time className={styles.clock}>{formatHour(past, zone, language)}</time>
            <span>{t('map.status.past')}</span>
          </>
        )}
        {zone !== serverZone && <span>{zone}</span>}
      </section>
    </Tooltip>
  );
}

function PresentTime({ zone, hour }: { zone: string; hour: number | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useServerTime(secondMs);
  const isLive = useLiveStatus(({ state }) => state === 'open');
  const clock = (moment: number) => formatMoment(moment, zone, language).slice(-8);
  const minute = (moment: number) => clock(moment).slice(0, -3);
  return (
    <>
      <time className={styles.clock}>{clock(now)}</time>
      {hour !== undefined && (
        <span>{t('map.status.hour', { from: minute(hour), to: minute(hour + HOUR_MS) })}</span>
      )}
      <span className={styles.live} data-live={isLive}>
        {isLive ? t('map.status.live') : t('map.status.waiting')}
      </span>
    </>
  );
}
