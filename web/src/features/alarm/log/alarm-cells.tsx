import { ExperimentOutlined } from '@ant-design/icons';
import type { alarmLog } from '@limpid/contract/alarm/alarm-log';
import { localised } from '@limpid/contract/kit/resource';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/dates.ts';
import { AlarmDuration } from '../../../query/alarms/AlarmDuration.tsx';
import { type AlarmRow, describeAlarmValue, nameParts } from '../../../query/alarms/alarm.ts';
import { useDict } from '../../../resource/fields/use-dict.ts';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { SeverityMark } from '../../../ui/severity/SeverityMark.tsx';
import { readSeverity } from '../../../ui/severity/severity.ts';
import styles from './alarm-log.module.css';
import { isMuted } from './list-actions.ts';

/** Cells of the log that show several fields together. */
export const alarmCells: Cells<typeof alarmLog> = {
  severity: (row) => <SeverityCell row={row} />,
  siteName: (row) => <SiteCell row={row} />,
  alarmType: (row) => <TypeCell row={row} />,
  value: (row) => <ValueCell row={row} hasPeak />,
  peak: (row) => <PeakCell row={row} />,
  raisedAt: (row) => (
    <span className={styles.twoLines}>
      <DateTimeText value={row.raisedAt ?? ''} />
      <span className={styles.soft}>
        <AlarmDuration row={row} />
      </span>
    </span>
  ),
  seconds: (row) => (
    <span className={styles.figure}>
      <AlarmDuration row={row} />
    </span>
  ),
  state: (row) => <StateCell row={row} />,
};

export function SeverityCell({ row }: { row: AlarmRow }) {
  const entries = useDict('alarm_severity');
  const text = entries.find(({ value }) => value === row.severity)?.text ?? row.severity ?? '';
  return <SeverityMark severity={readSeverity(row.severity)} text={text} />;
}

function SiteCell({ row }: { row: AlarmRow }) {
  const { t } = useTranslation();
  const mark = t('site.site.simulated.mark');
  return (
    <span className={styles.site}>
      {row.siteName} {row.simulated && <ExperimentOutlined aria-label={mark} title={mark} />}
    </span>
  );
}

function TypeCell({ row }: { row: AlarmRow }) {
  const { t } = useTranslation();
  const types = useDict('alarm_type');
  const channel = localised(row, 'channelName', useLanguage()) || nameParts(row, t);
  return (
    <span className={styles.twoLines}>
      <span>{types.find(({ value }) => value === row.alarmType)?.text ?? row.alarmType}</span>
      <span className={styles.soft}>
        <EllipsisText text={channel || row.ruleName || ''} />
      </span>
    </span>
  );
}

/** The value that raised the alarm and its limit; with the worst value below them if it is another one. */
export function ValueCell({ row, hasPeak = false }: { row: AlarmRow; hasPeak?: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { value, limit } = describeAlarmValue(row, language);
  const { value: peak } = describeAlarmValue({ ...row, value: row.peak }, language);
  const compared = (
    <span className={styles.figure}>
      {value || '—'} {limit && <span className={styles.soft}>{limit}</span>}
    </span>
  );
  if (!hasPeak || !peak || peak === value) return compared;
  return (
    <span className={styles.twoLines}>
      {compared}
      <span className={styles.soft}>{t('alarm.log.peakOf', { value: peak })}</span>
    </span>
  );
}

export function PeakCell({ row }: { row: AlarmRow }) {
  const language = useLanguage();
  const { value } = describeAlarmValue({ ...row, value: row.peak }, language);
  if (!value) return '—';
  return (
    <span className={styles.twoLines}>
      <span className={styles.figure}>{value}</span>
      <time
        className={styles.soft}
        dateTime={row.peakAt ?? ''}
        title={formatDateTime(row.peakAt ?? '', language)}
      >
        {row.peakAt?.slice(11, 16)}
      </time>
    </span>
  );
}

/** Active or ended, and what people have done about it. */
export function StateCell({ row }: { row: AlarmRow }) {
  const { t } = useTranslation();
  const notes = [
    row.acknowledgedAt ? t('alarm.log.state.acknowledged', { name: row.acknowledgedBy ?? '' }) : undefined,
    isMuted(row) ? t('alarm.log.state.muted') : undefined,
    row.stillMet ? t('alarm.log.state.stillMet') : undefined,
    row.endReason === 'noData' ? t('alarm.log.fields.endReason_noData') : undefined,
    row.historical ? t('alarm.log.fields.historical') : undefined,
  ].filter((note) => note !== undefined);
  return (
    <span className={styles.twoLines}>
      <span data-active={!row.endedAt} className={styles.state}>
        {row.endedAt ? t('alarm.log.fields.state_ended') : t('alarm.log.fields.state_active')}
      </span>
      {notes.length > 0 && <span className={styles.soft}>{notes.join(' · ')}</span>}
    </span>
  );
}
