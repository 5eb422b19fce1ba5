import { localised } from '@limpid/contract/kit/resource';
import type { ReactNode } from 'react';
import { AlarmDuration } from '../../../query/alarms/AlarmDuration.tsx';
import type { AlarmRow } from '../../../query/alarms/alarm.ts';
import { type RowAction, RowActions } from '../../../resource/list/RowActions.tsx';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { readSeverity, severityClass } from '../../../ui/severity/severity.ts';
import { SeverityCell, StateCell, ValueCell } from './alarm-cells.tsx';
import styles from './alarm-log.module.css';

interface AlarmCardsProps {
  rows: readonly AlarmRow[];
  actions: (row: AlarmRow) => RowAction[];
  empty: ReactNode;
  onOpen: (alarmId: number) => void;
}

/** The log on a phone: one card for each alarm. */
export function AlarmCards({ rows, actions, empty, onOpen }: AlarmCardsProps) {
  const language = useLanguage();
  if (rows.length === 0) return empty;
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={row.alarmId} className={`${styles.card} ${severityClass(readSeverity(row.severity))}`}>
          <button type="button" className={styles.open} onClick={() => onOpen(row.alarmId)}>
            <span className={styles.cardHead}>
              <strong>{row.siteName}</strong>
              <SeverityCell row={row} />
            </span>
            <span className={styles.cardHead}>
              <span>{localised(row, 'channelName', language) || row.ruleName}</span>
              <ValueCell row={row} />
            </span>
            <span className={`${styles.cardHead} ${styles.soft}`}>
              <DateTimeText value={row.raisedAt ?? ''} />
              <AlarmDuration row={row} />
            </span>
          </button>
          <div className={styles.cardHead}>
            <StateCell row={row} />
            <RowActions
              actions={actions(row).filter(({ key }) => key !== 'detail')}
              rowName={row.siteName ?? ''}
              maxInline={1}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
