import { type AlarmEventRow, listAlarmEvents } from '@limpid/contract/alarm/alarm-action';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { type AlarmRow, describeAlarmValue } from '../../../query/alarms/alarm.ts';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { RowState } from '../../../resource/row/RowState.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './alarm-log.module.css';

/** What happened to an alarm, and who did it. */
export function AlarmTimeline({ row }: { row: AlarmRow }) {
  const { t } = useTranslation();
  const { alarmId } = row;
  const events = useQuery({
    queryKey: [listAlarmEvents.path, alarmId],
    queryFn: ({ signal }) => call(listAlarmEvents, { query: { alarmId }, signal }),
  });
  const { data } = events;
  return (
    <section aria-labelledby="alarm-timeline">
      <h3 id="alarm-timeline" className={styles.heading}>
        {t('alarm.log.timeline.title')}
      </h3>
      {data && (
        <ol className={styles.timeline}>
          {data.map((one) => (
            <TimelineEntry key={one.eventId} event={one} row={row} />
          ))}
        </ol>
      )}
      {!data && <RowState row={events} lines={3} />}
    </section>
  );
}

function TimelineEntry({ event, row }: { event: AlarmEventRow; row: AlarmRow }) {
  const { t } = useTranslation();
  const { value } = describeAlarmValue({ ...row, value: event.value }, useLanguage());
  const hasValue = value !== '' && ['raised', 'repeated', 'reminded', 'ended'].includes(event.event);
  return (
    <li>
      <div className={styles.event}>
        <strong>{t(`alarm.log.timeline.${event.event}`)}</strong>
        {hasValue && <span className={styles.figure}>{value}</span>}
        {event.userName && <span>{event.userName}</span>}
      </div>
      <div className={styles.soft}>
        <DateTimeText value={event.at} />
      </div>
      {event.comment && <p className={styles.comment}>{event.comment}</p>}
    </li>
  );
}
