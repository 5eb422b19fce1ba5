import { Button, Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFlagWords } from '../../../air/use-flag-words.ts';
import styles from './realtime.module.css';

const signs: Record<string, string> = { invalid: '!', range: '↕', limit: '▲' };

interface FlagMarkProps {
  problems: readonly string[];
  /** What data rules have found, in words. */
  rules: readonly string[];
  channel: string;
}

/** A sign or the letter of a flag for each problem of a value; explained on hover, touch or focus. */
export function FlagMark({ problems, rules, channel }: FlagMarkProps) {
  const { t } = useTranslation();
  const words = [...rules, ...problems.map(useFlagWords())].join(' · ');
  return (
    <Popover trigger={['hover', 'focus', 'click']} content={words}>
      <Button
        size="small"
        className={styles.flag}
        aria-label={t('data.realtime.flagOf', { name: channel, flag: words })}
      >
        {[...(rules.length > 0 ? ['⚑'] : []), ...problems.map((problem) => signs[problem] ?? problem)].join(
          ' ',
        )}
      </Button>
    </Popover>
  );
}
