import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SeverityIcon } from '../../ui/severity/SeverityMark.tsx';
import styles from './alarms.module.css';
import { useSitesInAlarm } from './use-alarms.ts';

/** Marks a site that has active alarms, and opens them in the alarm log. */
export function SiteAlarmMark({ siteId, siteName }: { siteId: number; siteName: string }) {
  const { t } = useTranslation();
  const alarms = useSitesInAlarm().get(siteId);
  if (!alarms) return null;
  const label = t('alarm.log.siteMark', { count: alarms.count });
  const to = `/alarm/log?${new URLSearchParams({ siteName, state: 'active' })}`;
  return (
    <Link to={to} className={styles.siteMark} aria-label={label} title={label}>
      <SeverityIcon severity={alarms.severity} />
    </Link>
  );
}
