import { linkageDecision } from '@limpid/contract/fogcannon/linkage-decision';
import { useSearchParams } from 'react-router';
import { decisionAddress, readDecisionFilter } from '../../query/cannons/decision-address.ts';
import { useCannonChanges } from '../../query/cannons/use-cannon-changes.ts';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { CannonNameLink } from './cannons/CannonNameLink.tsx';
import { DecisionFilters } from './decisions/DecisionFilters.tsx';
import { DecisionKindDot } from './decisions/DecisionKindDot.tsx';
import { DecisionText } from './decisions/DecisionText.tsx';

const cells: Cells<typeof linkageDecision> = {
  cannonName: ({ cannonId, cannonName }) => <CannonNameLink cannonId={cannonId} name={cannonName ?? ''} />,
  kind: ({ kind }) => kind && <DecisionKindDot kind={kind} />,
  description: (row) => <DecisionText decision={row} />,
};
/** The description is the longest text. */
const columns = { widths: { cannonName: 160, kind: 124, description: 360 } } as const;

/** What linkage rules have decided, and why. */
export default function DecisionScreen() {
  useCannonChanges();
  const [address, setAddress] = useSearchParams();
  const filter = readDecisionFilter(address);
  const { cannonId, ruleId, from, to } = filter;
  const outerFilter = {
    ...(cannonId && { cannonId }),
    ...(ruleId && { ruleId }),
    ...((from || to) && { params: { ...(from && { beginTime: from }), ...(to && { endTime: to }) } }),
  };
  return (
    <ResourceScreen
      resource={linkageDecision}
      cells={cells}
      columns={columns}
      outerFilter={outerFilter}
      heading={
        <DecisionFilters
          filter={filter}
          onChange={(next) => setAddress(decisionAddress(next).split('?')[1] ?? '', { replace: true })}
        />
      }
    />
  );
}
