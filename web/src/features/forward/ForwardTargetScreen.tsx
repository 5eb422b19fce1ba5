import { forwardTarget } from '@limpid/contract/forward/target';
import { pauseTargetPermission } from '@limpid/contract/forward/target-page';
import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasAnyPermission } from '../../api/session.ts';
import { formatCount, formatSpan } from '../../lib/format.ts';
import { orderColumns } from '../../resource/fields/resource-fields.ts';
import { StatusSwitch } from '../../resource/list/StatusSwitch.tsx';
import { usePolledList } from '../../resource/list/use-polled-list.ts';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { DateTimeText } from '../../resource/row/DateTimeText.tsx';
import { useLanguage } from '../../resource/use-language.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { MarkedName } from '../../ui/MarkedName.tsx';
import { TwoLines } from '../../ui/TwoLines.tsx';
import { isTargetFieldShown, targetInputs } from './form/target-form.tsx';
import { TargetState } from './TargetState.tsx';
import { targetRefreshMs, useTargetChanges } from './use-target-changes.ts';

type Row = RowOf<typeof forwardTarget>;

const columns = {
  fields: orderColumns(forwardTarget, [
    'targetName',
    'state',
    'entityId',
    'lastSuccessAt',
    'unsent',
    'status',
  ]),
  widths: {
    targetName: 'rest',
    state: 140,
    entityId: 'rest',
    lastSuccessAt: 196,
    unsent: 132,
    status: 112,
  },
} as const;

/** Where readings are sent, and how it goes. */
export default function ForwardTargetScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  useTargetChanges();
  usePolledList(forwardTarget, targetRefreshMs);
  const mayOpen = hasAnyPermission('site:forwardTarget:query');
  const cells: Cells<typeof forwardTarget> = {
    targetName: (row) => <TwoLines first={<TargetName row={row} mayOpen={mayOpen} />} second={row.address} />,
    state: ({ state, problem }) => <TwoLines first={<TargetState state={state} />} second={problem} />,
    entityId: (row) => (
      <TwoLines
        first={localised(row, 'entityName', language)}
        second={t(`forward.target.fields.protocol_${row.protocol}`)}
      />
    ),
    lastSuccessAt: ({ lastSuccessAt, lag }) => (
      <TwoLines
        first={lastSuccessAt && <DateTimeText value={lastSuccessAt} />}
        second={lag !== null && t('forward.target.lag', { span: formatSpan(lag, language) })}
      />
    ),
    unsent: ({ unsent }) => (unsent ? formatCount(unsent, language) : t('forward.target.none')),
    status: (row) => (
      <StatusSwitch
        resource={forwardTarget}
        row={row}
        permission={pauseTargetPermission}
        stopNote={t('forward.page.pausedHint')}
      />
    ),
  };
  return (
    <ResourceScreen
      resource={forwardTarget}
      columns={columns}
      cells={cells}
      inputs={targetInputs}
      isFieldShown={isTargetFieldShown}
    />
  );
}

function TargetName({ row: { targetId, targetName, simulated }, mayOpen }: { row: Row; mayOpen: boolean }) {
  const { t } = useTranslation();
  const name = targetName ?? '';
  const mark = simulated ? t('forward.target.fields.simulated') : undefined;
  if (!mayOpen) return <MarkedName name={name} mark={mark} />;
  return (
    <Link to={`/site/forwardTarget/${targetId}`}>
      {mark === undefined ? <EllipsisText text={name} /> : <MarkedName name={name} mark={mark} />}
    </Link>
  );
}
