import { cannonRun } from '@limpid/contract/fogcannon/cannon-run';
import type { RowOf } from '@limpid/contract/kit/row';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasAnyPermission } from '../../api/session.ts';
import { formatCount, formatSpan } from '../../lib/format.ts';
import { cannonAddress } from '../../query/cannons/cannon-address.ts';
import { useCannonChanges } from '../../query/cannons/use-cannon-changes.ts';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { useLanguage } from '../../resource/use-language.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { TwoLines } from '../../ui/TwoLines.tsx';
import styles from './cannons/cannon.module.css';

type Row = RowOf<typeof cannonRun>;

/** The runs of fog cannons: when, why, by whom, values before and after, water. */
export default function CannonRunScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  useCannonChanges();
  const cells: Cells<typeof cannonRun> = {
    cannonName: (row) => <RunCannon row={row} />,
    seconds: ({ seconds }) =>
      seconds === null ? (
        <StatusDot look="success" text={t('fogcannon.run.running')} />
      ) : (
        formatSpan(seconds, language)
      ),
    reason: ({ reason, startedBy }) => (
      <TwoLines first={t(`fogcannon.run.fields.reason_${reason}`)} second={startedBy} />
    ),
    endReason: ({ endReason, endedBy }) =>
      endReason && <TwoLines first={t(`fogcannon.run.fields.endReason_${endReason}`)} second={endedBy} />,
    water: ({ water }) => (water === null ? null : formatCount(Math.round(water), language)),
  };
  return <ResourceScreen resource={cannonRun} cells={cells} />;
}

function RunCannon({ row }: { row: Row }) {
  const name = <EllipsisText text={row.cannonName ?? ''} />;
  if (row.cannonId === null || !hasAnyPermission('fog:gun:query')) return name;
  return (
    <Link to={cannonAddress(row.cannonId)} className={styles.link}>
      {name}
    </Link>
  );
}
