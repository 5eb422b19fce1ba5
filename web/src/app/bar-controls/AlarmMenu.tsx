import { AlertOutlined } from '@ant-design/icons';
import { Badge } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActiveAlarms } from '../../features/alarm/bell/ActiveAlarms.tsx';
import { useAlarmBell } from '../../features/alarm/bell/use-alarm-bell.ts';
import { severityClass } from '../../ui/severity/severity.ts';
import { BarPopover } from './BarPopover.tsx';
import styles from './top-bar.module.css';

/** Active alarms in the top bar: their number in the colour of the highest severity, and a list of the newest. */
export function AlarmMenu() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const bell = useAlarmBell();
  if (!bell) return null;
  const { count, highest } = bell;
  const name = highest
    ? t('alarm.bell.count', { count, severity: t(`alarm.severity.${highest}`) })
    : t('alarm.bell.title');
  return (
    <BarPopover
      title={t('alarm.bell.title')}
      name={name}
      icon={
        <Badge
          count={count}
          size="small"
          overflowCount={99}
          className={highest && `${styles.alarms} ${severityClass(highest)}`}
        >
          <AlertOutlined aria-hidden />
        </Badge>
      }
      content={<ActiveAlarms isOpen={isOpen} onOpen={() => setOpen(false)} />}
      open={isOpen}
      onOpenChange={setOpen}
    />
  );
}
