import { useTranslation } from 'react-i18next';
import { AlarmList } from '../../../query/alarms/AlarmList.tsx';
import { useActiveAlarms } from '../../../query/alarms/use-alarms.ts';
import parts from '../panel-parts.module.css';

const most = 5;

/** The active alarms of a site; nothing without any. */
export function SiteAlarmList({ siteId }: { siteId: number }) {
  const { t } = useTranslation();
  const { data, isPlaceholderData } = useActiveAlarms({ siteId, most });
  if (!data || isPlaceholderData || data.total === 0) return null;
  return (
    <section className={parts.block}>
      <h3>{t('alarm.panel.title', { count: data.total })}</h3>
      <AlarmList rows={data.rows} />
    </section>
  );
}
