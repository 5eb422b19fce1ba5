import { Button, Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './flag-button.module.css';

interface FlagButtonProps {
  /** Signs, a count, letters of flags. */
  text: string;
  /** What the button explains on hover, touch or focus. */
  lines: readonly string[];
  /** The flagged value or site. */
  subject: string;
}

/** A small mark beside a value that explains itself on hover, touch or focus. */
export function FlagButton({ text, lines, subject }: FlagButtonProps) {
  const { t } = useTranslation();
  return (
    <Popover
      trigger={['hover', 'focus', 'click']}
      content={
        <ul className={styles.lines}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      }
    >
      <Button
        size="small"
        className={styles.flag ?? ''}
        aria-label={t('data.realtime.flagOf', { name: subject, flag: lines.join(' · ') })}
      >
        {text}
      </Button>
    </Popover>
  );
}
