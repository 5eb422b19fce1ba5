import { useTranslation } from 'react-i18next';
import { ageMs, isPublicationStale } from '../../../air/freshness.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { formatDuration } from '../../../lib/format.ts';
import { makeZoneClock } from '../../../lib/zone-clock.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './newest.module.css';

interface ReleaseTimeProps {
  releasedAt: number;
  zone: string;
  now: number;
}

/** When an hour was published; an hour that is too old to describe the present says its age. */
export function ReleaseTime({ releasedAt, zone, now }: ReleaseTimeProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const age = formatDuration(ageMs(releasedAt, now), language, 'narrow');
  return (
    <span title={`${formatMoment(releasedAt, zone, language)} (${zone})`}>
      {isPublicationStale(releasedAt, now) ? (
        <em className={styles.age}>{t('analysis.nationalControl.newest.stale', { span: age })}</em>
      ) : (
        makeZoneClock(zone, language).time(releasedAt)
      )}
    </span>
  );
}
