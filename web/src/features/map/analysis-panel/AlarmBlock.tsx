import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AlarmList } from '../../../query/alarms/AlarmList.tsx';
import { useActiveAlarms, useMaySeeAlarms } from '../../../query/alarms/use-alarms.ts';
import parts from '../panel-parts.module.css';
import styles from './analysis-panel.module.css';

const most = 5;

/** The newest active alarms of all sites. */
export function AlarmBlock() {
  const { t } = useTranslation();
  const maySee = useMaySeeAlarms();
  const { data } = useActiveAlarms({ most });
  if (!maySee) return null;
  return (
    <section className={parts.block}>
      <h3>
        {t('alarm.panel.title', { count: data?.total ?? 0 })}
        <Link to="/alarm/log">{t('alarm.bell.all')}</Link>
      </h3>
      {data?.total === 0 && <p className={styles.soft}>{t('alarm.bell.none')}</p>}
      {data && <AlarmList rows={data.rows} hasSites />}
    </section>
  );
}
