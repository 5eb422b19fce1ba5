import { Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommandStateDot } from './CommandStateDot.tsx';
import { CommandTimes, type TimedCommand } from './CommandTimes.tsx';
import styles from './commands.module.css';

/** The state of a command; pointing at it or choosing it shows when each state was reached. */
export function TimedCommandState({ command, name }: { command: TimedCommand; name: string }) {
  const { t } = useTranslation();
  // A list has hundreds of these, so the popover is created when it is wanted.
  const [isWanted, setWanted] = useState(false);
  const want = () => setWanted(true);
  const button = (
    <button
      type="button"
      className={styles.timed}
      aria-label={t('device.order.times', { name, state: t(`device.log.fields.state_${command.state}`) })}
      {...(!isWanted && { onPointerEnter: want, onFocus: want })}
    >
      <CommandStateDot state={command.state} />
    </button>
  );
  if (!isWanted) return button;
  return (
    <Popover trigger={['hover', 'focus', 'click']} defaultOpen content={<CommandTimes row={command} />}>
      {button}
    </Popover>
  );
}
