import type { linkageDecision } from '@limpid/contract/fogcannon/linkage-decision';
import type { RowOf } from '@limpid/contract/kit/row';
import { RuleText } from '../../../query/rules/RuleCells.tsx';
import { DryRunTag } from './DryRunTag.tsx';

/** The sentence of a decision, and whether it was one of a dry run. */
export function DecisionText({ decision }: { decision: RowOf<typeof linkageDecision> }) {
  return (
    <>
      <RuleText text={decision.description ?? ''} />
      {decision.dryRun && <DryRunTag />}
    </>
  );
}
