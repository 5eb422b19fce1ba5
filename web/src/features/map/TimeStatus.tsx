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
  /** The zone of what is shown; undefined for that of the server. */
  zone?: string | undefined;
}

/** The clock, the hour that the indices are of, and whether values arrive live; during the time-lapse its hour instead. */
export function TimeStatus({ zone: ownZone }: TimeStatusProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const serverZone = useSession((session) => session.zone) || defaultZone;
  const zone = ownZone || serverZone;
  const past = useShownHour((shown) => shown.hour);
  return (
    <Tooltip title={t('map.status.zone', { zone })}>
      <section aria-label={t('map.status.title')} className={styles.status}>
        {past === undefined ? (
          <PresentTime zone={zone} />
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

function PresentTime({ zone }: { zone: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useServerTime(secondMs);
  const hour = useNewestHour((newest) => newest.hour);
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
