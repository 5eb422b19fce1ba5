import { DateTimeText } from '../../resource/row/DateTimeText.tsx';
import { CommandStateDot } from './CommandStateDot.tsx';
import styles from './commands.module.css';

/** A command and when it reached its states, by the clock of the server. */
export interface TimedCommand {
  state: string | null;
  dataTime: string | null;
  sentAt: string | null;
  acceptedAt: string | null;
  answeredAt: string | null;
  endedAt: string | null;
}

/** When a command reached each of its states. */
export function CommandTimes({ row }: { row: TimedCommand }) {
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
