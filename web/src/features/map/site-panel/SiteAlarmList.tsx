import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AlarmList } from '../../../query/alarms/AlarmList.tsx';
import { useActiveAlarms, useAlarm } from '../../../query/alarms/use-alarms.ts';
import parts from '../panel-parts.module.css';

const most = 5;

interface SiteAlarmListProps {
  siteId: number;
  /** Shown first and in full, also after its end. */
  alarmId: number | undefined;
}

/** The active alarms of a site, and the one that the panel was opened for; nothing without any. */
export function SiteAlarmList({ siteId, alarmId }: SiteAlarmListProps) {
  const { t } = useTranslation();
  const section = useRef<HTMLElement>(null);
  const { data, isPlaceholderData } = useActiveAlarms({ siteId, most });
  const active = data?.rows.find((row) => row.alarmId === alarmId);
  const { data: found } = useAlarm(data && !active ? alarmId : undefined);
  const opened = [active, found].find((row) => row?.siteId === siteId);
  const openedId = opened?.alarmId;
  useEffect(() => {
    if (openedId !== undefined) section.current?.scrollIntoView({ block: 'nearest' });
  }, [openedId]);
  if (!data || isPlaceholderData || (data.total === 0 && !opened)) return null;
  const others = data.rows.filter((row) => row.alarmId !== openedId);
  return (
    <section ref={section} className={parts.block}>
      <h3>{data.total > 0 ? t('alarm.panel.title', { count: data.total }) : t('alarm.panel.ended')}</h3>
      <AlarmList rows={opened ? [opened, ...others] : others} opened={openedId} />
    </section>
  );
}
