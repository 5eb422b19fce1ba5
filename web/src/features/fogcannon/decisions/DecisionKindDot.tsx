import type { DecisionKind } from '@limpid/contract/fogcannon/linkage-decision';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../ui/StatusDot.tsx';

const looks: Record<DecisionKind, string> = { start: 'success', stop: 'info', hold: 'warning' };

/** What a rule has decided. */
export function DecisionKindDot({ kind }: { kind: DecisionKind }) {
  const { t } = useTranslation();
  return <StatusDot look={looks[kind]} text={t(`fogcannon.decision.fields.kind_${kind}`)} />;
}
