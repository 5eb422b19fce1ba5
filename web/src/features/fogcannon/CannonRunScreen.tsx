import { MINUTE_MS } from '@limpid/contract/durations';
import { cannonRun } from '@limpid/contract/fogcannon/cannon-run';
import type { RowOf } from '@limpid/contract/kit/row';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasAnyPermission } from '../../api/session.ts';
import { shiftDateTime } from '../../lib/dates.ts';
import { formatCount, formatSpan } from '../../lib/format.ts';
import { decisionAddress } from '../../query/cannons/decision-address.ts';
import { useCannonChanges } from '../../query/cannons/use-cannon-changes.ts';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { useLanguage } from '../../resource/use-language.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { TwoLines } from '../../ui/TwoLines.tsx';
import { CannonNameLink } from './cannons/CannonNameLink.tsx';

type Row = RowOf<typeof cannonRun>;

const columns = {
  widths: { cannonName: 176, reason: 'rest', endReason: 'rest', valueBefore: 92, valueAfter: 92, water: 92 },
} as const;

/** The runs of fog cannons: when, why, by whom, values before and after, water. */
export default function CannonRunScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  useCannonChanges();
  const cells: Cells<typeof cannonRun> = {
    cannonName: ({ cannonId, cannonName }) => <CannonNameLink cannonId={cannonId} name={cannonName ?? ''} />,
    seconds: ({ seconds }) =>
      seconds === null ? (
        <StatusDot look="success" text={t('fogcannon.run.running')} />
      ) : (
        formatSpan(seconds, language)
      ),
    reason: (row) => (
      <TwoLines
        first={t(`fogcannon.run.fields.reason_${row.reason}`)}
        second={row.startedBy && <RunStarter row={row} />}
      />
    ),
    endReason: ({ endReason, endedBy }) =>
      endReason && <TwoLines first={t(`fogcannon.run.fields.endReason_${endReason}`)} second={endedBy} />,
    water: ({ water }) => (water === null ? null : formatCount(Math.round(water), language)),
  };
  return <ResourceScreen resource={cannonRun} columns={columns} cells={cells} />;
}

/** Who has started a run; a rule leads to its decisions of that time. */
function RunStarter({ row: { reason, startedBy, cannonId, startedAt, endedAt } }: { row: Row }) {
  const isLinked = reason === 'rule' && cannonId !== null && hasAnyPermission('fog:decision:list');
  if (!isLinked || !startedBy || !startedAt) return startedBy;
  // The decision comes before the start, and the end after the decision to stop.
  const from = shiftDateTime(startedAt, -MINUTE_MS);
  const to = endedAt ? { to: shiftDateTime(endedAt, MINUTE_MS) } : {};
  return (
    <Link to={decisionAddress({ cannonId, from, ...to })}>
      <EllipsisText text={startedBy} />
    </Link>
  );
}
