import type { deviceLog } from '@limpid/contract/device/device-log';
import type { RowOf } from '@limpid/contract/kit/row';
import { useTranslation } from 'react-i18next';
import { formatDecimal } from '../../../lib/format.ts';
import { CommandStateDot } from '../../../query/commands/CommandStateDot.tsx';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import styles from './device-page.module.css';

type LogRow = RowOf<typeof deviceLog>;

const shortSeconds = 10;

/** Most devices answer within a second. */
export function formatSeconds(seconds: number, language: string): string {
  return formatDecimal(seconds, seconds < shortSeconds ? 2 : 1, language);
}

/** When a command reached each of its states. */
export function CommandTimes({ row }: { row: LogRow }) {
  const { dataTime, sentAt, acceptedAt, answeredAt, endedAt, state } = row;
  if (state === 'received') return null;
  const steps = [
    ['queued', dataTime],
    ['sent', sentAt],
    ['accepted', acceptedAt],
    ['answered', answeredAt],
    [state, endedAt],
  ] as const;
  return (
    <ol className={styles.times}>
      {steps.map(
        ([name, time]) =>
          time && (
            <li key={name}>
              <CommandStateDot state={name} />
              <DateTimeText value={time} />
            </li>
          ),
      )}
    </ol>
  );
}

/** What was sent and what came back. */
export function CommandFrames({ row: { request, response } }: { row: LogRow }) {
  const { t } = useTranslation();
  return (
    <>
      {request && <h4 className={styles.soft}>{t('device.log.fields.request')}</h4>}
      {request && <pre className={styles.raw}>{request}</pre>}
      {response && <h4 className={styles.soft}>{t('device.log.fields.response')}</h4>}
      {response && <pre className={styles.raw}>{response}</pre>}
    </>
  );
}
