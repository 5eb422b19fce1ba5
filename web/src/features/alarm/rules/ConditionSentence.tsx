import { useTranslation } from 'react-i18next';
import { describeCondition } from '../../../query/alarm-rules/describe-condition.ts';
import { RuleSentence } from '../../../query/rules/RuleSentence.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { useTypedRule } from './use-typed-rule.ts';

/** The condition in words, while it is typed. */
export function ConditionSentence() {
  const { t } = useTranslation();
  const rule = useTypedRule();
  return (
    <RuleSentence
      label={t('alarm.rule.sections.condition')}
      text={describeCondition(rule, t, useLanguage())}
    />
  );
}
