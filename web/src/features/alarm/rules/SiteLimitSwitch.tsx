import { localised } from '@limpid/contract/kit/resource';
import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRuleChannels } from '../../../query/rules/use-rule-channels.ts';
import type { FormControl } from '../../../resource/form/form-control.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './rules.module.css';
import { useTypedTarget } from './use-target.ts';
import { useTypedRule } from './use-typed-rule.ts';

/** The limits of sites are for one channel of their device type: with another one the switch says so. */
export function SiteLimitSwitch({ value = false, onChange, ...control }: FormControl<boolean>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rule = useTypedRule();
  const limitIds = useTypedTarget(rule)?.limitChannelIds ?? [];
  const channels = useRuleChannels().filter(({ channelId }) => limitIds.includes(channelId));
  const isOther = channels.length > 0 && !channels.some(({ channelId }) => channelId === rule.channelId);
  const names = channels.map((one) => localised(one, 'channelName', language)).join(', ');
  return (
    <span className={styles.siteLimit}>
      <Switch
        {...control}
        aria-label={t('alarm.rule.fields.siteLimit')}
        checked={value}
        disabled={isOther && !value}
        onChange={(next) => onChange?.(next)}
      />
      {isOther && <span className={styles.limitNote}>{t('alarm.rule.limitOf', { names })}</span>}
    </span>
  );
}
