import { Button, Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './realtime.module.css';
import { useFlagWords } from './use-flag-words.ts';

/** The letter of a flag; what it means for whoever points at it, touches it or comes to it with the Tab key. */
export function FlagMark({ flag, channel }: { flag: string; channel: string }) {
  const { t } = useTranslation();
  const words = useFlagWords()(flag);
  return (
    <Popover trigger={['hover', 'focus', 'click']} content={words}>
      <Button
        size="small"
        className={styles['flag']}
        aria-label={t('data.realtime.flagOf', { name: channel, flag: words })}
      >
        {flag === 'invalid' ? '!' : flag}
      </Button>
    </Popover>
  );
}
