import type { SiteAlarms } from '@limpid/contract/alarm/alarm-action';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SeverityIcon } from '../../ui/severity/SeverityMark.tsx';
import styles from './alarms.module.css';

interface SiteAlarmMarkProps {
  /** Undefined for a site without active alarms. */
  alarms: SiteAlarms | undefined;
  siteName: string;
}

/** Marks a site that has active alarms, and opens them in the alarm log. */
export function SiteAlarmMark({ alarms, siteName }: SiteAlarmMarkProps) {
  const { t } = useTranslation();
  if (!alarms) return null;
  const label = t('alarm.log.siteMark', { count: alarms.count });
  const to = `/alarm/log?${new URLSearchParams({ siteName, state: 'active' })}`;
  return (
    <Link to={to} className={styles.siteMark} aria-label={label} title={label}>
      <SeverityIcon severity={alarms.severity} />
    </Link>
  );
}

/** The same mark inside of something that opens the site. */
export function SiteAlarmIcon({ alarms: { severity, count } }: { alarms: SiteAlarms }) {
  const { t } = useTranslation();
  return <SeverityIcon severity={severity} name={t('alarm.log.siteMark', { count })} />;
}
