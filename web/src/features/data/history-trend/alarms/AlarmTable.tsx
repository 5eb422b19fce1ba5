import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { alarmAddress } from '../../../../query/alarms/alarm.ts';
import { SeverityMark } from '../../../../ui/severity/SeverityMark.tsx';
import styles from '../history-trend.module.css';
import type { ListedAlarm } from './use-trend-alarms.ts';

const heads = ['severity', 'site', 'subject', 'rule', 'value', 'period'] as const;

/** The alarms of the chart in words. */
export function AlarmTable({ alarms, isComplete }: { alarms: readonly ListedAlarm[]; isComplete: boolean }) {
  const { t } = useTranslation();
  if (alarms.length === 0) return null;
  return (
    <details className={styles.details}>
      <summary>{t('data.trend.alarms.title', { count: alarms.length })}</summary>
      <div className="side-scroll">
        <table className={styles.alarms} aria-label={t('data.trend.alarms.table')}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {t(`data.trend.alarms.columns.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {alarms.map(({ alarmId, severity, severityName, site, subject, rule, value, period }) => (
              <tr key={alarmId}>
                <td>
                  <SeverityMark severity={severity} text={severityName} />
                </td>
                <td>{site}</td>
                <td>{subject}</td>
                <th scope="row">
                  <Link to={alarmAddress(alarmId)}>{rule}</Link>
                </th>
                <td>{value}</td>
                <td>{period}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!isComplete && <p>{t('data.trend.alarms.more')}</p>}
    </details>
  );
}
