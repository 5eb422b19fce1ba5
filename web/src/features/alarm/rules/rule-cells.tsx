import { ExperimentOutlined, WarningOutlined } from '@ant-design/icons';
import { alarmRule } from '@limpid/contract/alarm/alarm-rule';
import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeCondition } from '../../../query/alarm-rules/describe-condition.ts';
import { RuleSeverity } from '../../../query/alarm-rules/RuleSeverity.tsx';
import { StatusSwitch } from '../../../resource/list/StatusSwitch.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import styles from './rules.module.css';

type RuleRow = RowOf<typeof alarmRule>;

function NameCell({ row }: { row: RuleRow }) {
  const { t } = useTranslation();
  const mark = t('alarm.rule.fields.simulated');
  return (
    <span className={styles.name}>
      {row.ruleName} {row.simulated && <ExperimentOutlined aria-label={mark} title={mark} />}
    </span>
  );
}

/** The condition in words, or what is wrong with it. */
function ConditionCell({ row }: { row: RuleRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (row.problem) {
    return (
      <span className={styles.problem}>
        <WarningOutlined aria-hidden />
        {t(`alarm.rule.fields.problem_${row.problem}`)}
      </span>
    );
  }
  const text = describeCondition(row, t, language);
  return (
    <span className={styles.condition} title={text}>
      {text}
    </span>
  );
}

function TargetCell({ row }: { row: RuleRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const kind = t(`alarm.rule.fields.target_${row.target}`);
  const name = localised(row, 'targetName', language);
  return (
    <span className={styles.condition} title={t('alarm.rule.site.target', { kind, name })}>
      {name}
    </span>
  );
}

function StatusCell({ row }: { row: RuleRow }) {
  const { t } = useTranslation();
  // A rule that cannot be evaluated stays switched on, but does nothing.
  if (row.problem && row.status === '0')
    return (
      <span className={styles.status}>
        <StatusSwitch resource={alarmRule} row={row} />
        <StatusDot look="warning" text={t('alarm.rule.idle')} />
      </span>
    );
  return <StatusSwitch resource={alarmRule} row={row} />;
}

export const ruleCells: Record<string, (row: RuleRow) => ReactNode> = {
  ruleName: (row) => <NameCell row={row} />,
  condition: (row) => <ConditionCell row={row} />,
  targetName: (row) => <TargetCell row={row} />,
  severity: (row) => <RuleSeverity severity={row.severity} />,
  status: (row) => <StatusCell row={row} />,
};
