import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AlarmList } from '../../../query/alarms/AlarmList.tsx';
import { useActiveAlarms } from '../../../query/alarms/use-alarms.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import styles from './active-alarms.module.css';

const most = 10;

/** The newest active alarms, for the list under the button of the top bar. */
export function ActiveAlarms({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) {
  const { t } = useTranslation();
  const { data } = useActiveAlarms({ most, wanted: isOpen });
  return (
    <div className={styles.box}>
      <div className={styles.list}>
        {data?.rows.length === 0 && (
          <EmptyState title={t('alarm.bell.none')} hint={t('alarm.bell.noneHint')} />
        )}
        {data && <AlarmList rows={data.rows} hasSites onOpen={onOpen} />}
      </div>
      <div className={styles.foot}>
        <Link to="/alarm/log" onClick={onOpen}>
          {t('alarm.bell.all')}
        </Link>
      </div>
    </div>
  );
}
