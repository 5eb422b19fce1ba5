import { linkageRule } from '@limpid/contract/fogcannon/linkage-rule';
import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasAnyPermission } from '../../../api/session.ts';
import { decisionAddress } from '../../../query/cannons/decision-address.ts';
import { RuleName, RuleProblem, RuleStatus, RuleText } from '../../../query/rules/RuleCells.tsx';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from '../cannons/cannon.module.css';
import { DryRunTag } from '../decisions/DryRunTag.tsx';
import { describeLinkage } from './describe-linkage.ts';

type LinkageRow = RowOf<typeof linkageRule>;

/** The name, and below it whether the rule only tries, and why it does nothing. */
function NameCell({ row }: { row: LinkageRow }) {
  const { t } = useTranslation();
  const mark = row.simulated ? t('fogcannon.linkage.fields.simulated') : undefined;
  return (
    <RuleName name={row.ruleName} mark={mark}>
      {(row.dryRun || row.problem) && (
        <span className={styles.marks}>
          {row.dryRun && <DryRunTag />}
          {row.problem && <RuleProblem text={t(`fogcannon.linkage.fields.problem_${row.problem}`)} />}
        </span>
      )}
    </RuleName>
  );
}

function EntityCell({ row }: { row: LinkageRow }) {
  return <RuleText text={localised(row, 'entityName', useLanguage())} />;
}

function ConditionCell({ row }: { row: LinkageRow }) {
  const { t } = useTranslation();
  return <RuleText text={describeLinkage(row, t, useLanguage())} />;
}

function LastDecision({ row: { ruleId, lastDecisionAt } }: { row: LinkageRow }) {
  if (!lastDecisionAt) return null;
  const time = <DateTimeText value={lastDecisionAt} />;
  if (!hasAnyPermission('fog:decision:list')) return time;
  return <Link to={decisionAddress({ ruleId })}>{time}</Link>;
}

function StatusCell({ row }: { row: LinkageRow }) {
  const { t } = useTranslation();
  return (
    <RuleStatus
      resource={linkageRule}
      row={row}
      hasProblem={row.problem !== null}
      stopNote={t('fogcannon.linkage.stopNote')}
    />
  );
}

export const linkageCells: Cells<typeof linkageRule> & {
  condition: (row: LinkageRow) => React.ReactNode;
} = {
  ruleName: (row) => <NameCell row={row} />,
  entityId: (row) => <EntityCell row={row} />,
  cannonNames: (row) => <RuleText text={row.cannonNames ?? ''} />,
  condition: (row) => <ConditionCell row={row} />,
  lastDecisionAt: (row) => <LastDecision row={row} />,
  status: (row) => <StatusCell row={row} />,
};
