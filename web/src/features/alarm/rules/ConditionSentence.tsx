import { useTranslation } from 'react-i18next';
import { describeCondition } from '../../../query/alarm-rules/describe-condition.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './rules.module.css';
import { useTypedRule } from './use-typed-rule.ts';

/** The condition in words, while it is typed. */
export function ConditionSentence() {
  const { t } = useTranslation();
  const rule = useTypedRule();
  return (
    <output className={styles.sentence} aria-label={t('alarm.rule.sections.condition')}>
      {describeCondition(rule, t, useLanguage())}
    </output>
  );
}
