import { alarmRule } from '@limpid/contract/alarm/alarm-rule';
import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeCondition } from '../../../query/alarm-rules/describe-condition.ts';
import { RuleSeverity } from '../../../query/alarm-rules/RuleSeverity.tsx';
import { RuleName, RuleProblem, RuleStatus, RuleText } from '../../../query/rules/RuleCells.tsx';
import { useLanguage } from '../../../resource/use-language.ts';

type RuleRow = RowOf<typeof alarmRule>;

function NameCell({ row }: { row: RuleRow }) {
  const { t } = useTranslation();
  return <RuleName name={row.ruleName} mark={row.simulated ? t('alarm.rule.fields.simulated') : undefined} />;
}

/** The condition in words, or what is wrong with it. */
function ConditionCell({ row }: { row: RuleRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (row.problem) return <RuleProblem text={t(`alarm.rule.fields.problem_${row.problem}`)} />;
  return <RuleText text={describeCondition(row, t, language)} />;
}

function TargetCell({ row }: { row: RuleRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const kind = t(`alarm.rule.fields.target_${row.target}`);
  const name = localised(row, 'targetName', language);
  return <RuleText text={name} title={t('alarm.rule.site.target', { kind, name })} />;
}

export const ruleCells: Record<string, (row: RuleRow) => ReactNode> = {
  ruleName: (row) => <NameCell row={row} />,
  condition: (row) => <ConditionCell row={row} />,
  targetName: (row) => <TargetCell row={row} />,
  severity: (row) => <RuleSeverity severity={row.severity} />,
  status: (row) => <RuleStatus resource={alarmRule} row={row} hasProblem={row.problem !== null} />,
};
