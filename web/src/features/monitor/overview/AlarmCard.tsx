import { severities } from '@limpid/contract/alarm/alarm-rule';
import { Card } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount } from '../../../lib/format.ts';
import { AlarmList } from '../../../query/alarms/AlarmList.tsx';
import { useActiveAlarms, useAlarmCounts, useMaySeeAlarms } from '../../../query/alarms/use-alarms.ts';
import { useDict } from '../../../resource/fields/use-dict.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { SeverityMark } from '../../../ui/severity/SeverityMark.tsx';
import styles from './overview.module.css';

const most = 5;

/** Active alarms by severity, and the newest of them. */
export function AlarmCard() {
  const { t } = useTranslation();
  const language = useLanguage();
  const names = useDict('alarm_severity');
  const maySee = useMaySeeAlarms();
  const { data: counts } = useAlarmCounts();
  const { data: newest } = useActiveAlarms({ most });
  if (!maySee) return null;
  return (
    <section aria-labelledby="active-alarms" className={styles.alarms}>
      <h2 id="active-alarms">{t('alarm.panel.title', { count: counts?.total ?? 0 })}</h2>
      <Card
        extra={<Link to="/alarm/log">{t('alarm.bell.all')}</Link>}
        title={
          <ul className={styles.severities}>
            {severities.toReversed().map((severity) => (
              <li key={severity}>
                <SeverityMark
                  severity={severity}
                  text={names.find(({ value }) => value === severity)?.text ?? severity}
                />
                <strong>{formatCount(counts?.bySeverity[severity] ?? 0, language)}</strong>
              </li>
            ))}
          </ul>
        }
      >
        {newest?.total === 0 && <p className={styles.none}>{t('alarm.bell.none')}</p>}
        {newest && <AlarmList rows={newest.rows} hasSites />}
      </Card>
    </section>
  );
}
