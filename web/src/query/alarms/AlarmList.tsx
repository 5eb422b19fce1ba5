import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { hasAnyPermission } from '../../api/session.ts';
import { AlarmLine } from './AlarmLine.tsx';
import { type AlarmRow, alarmAddress } from './alarm.ts';
import styles from './alarms.module.css';
import { actionPermissions, useAlarmAction } from './use-alarm-action.ts';

interface AlarmListProps {
  rows: readonly AlarmRow[];
  hasSites?: boolean;
  /** The id of an alarm that is shown in full. */
  opened?: number | undefined;
  onOpen?: () => void;
}

/** Active alarms with a button to acknowledge each. */
export function AlarmList({ rows, hasSites = false, opened, onOpen }: AlarmListProps) {
  const { t } = useTranslation();
  const action = useAlarmAction();
  const mayAcknowledge = hasAnyPermission(actionPermissions.acknowledge);
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <AlarmLine
          key={row.alarmId}
          row={row}
          to={alarmAddress(row.alarmId)}
          hasSite={hasSites}
          isFull={row.alarmId === opened}
          {...(onOpen && { onOpen })}
          action={
            mayAcknowledge &&
            !row.acknowledgedAt &&
            !row.endedAt && (
              <Button
                size="small"
                loading={action.isPending && action.variables.alarmIds.includes(row.alarmId)}
                onClick={() => action.mutate({ kind: 'acknowledge', alarmIds: [row.alarmId] })}
              >
                {t('alarm.log.actions.acknowledge')}
              </Button>
            )
          }
        />
      ))}
    </ul>
  );
}
