import type { IssueState } from '@limpid/contract/calibration/config';
import { calibrationIssue } from '@limpid/contract/calibration/issue';
import type { RowOf } from '@limpid/contract/kit/row';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../../api/live/live.ts';
import { hasAnyPermission } from '../../../api/session.ts';
import { orderColumns } from '../../../resource/fields/resource-fields.ts';
import type { RowAction } from '../../../resource/list/RowActions.tsx';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { TwoLines } from '../../../ui/TwoLines.tsx';
import { formatIssued } from './describe-coefficients.ts';
import type { IssueChange } from './issue-change.ts';
import { useIssueActions } from './use-issue-actions.tsx';

type Row = RowOf<typeof calibrationIssue>;

const looks: Record<IssueState, string> = {
  draft: 'info',
  pending: 'warning',
  sent: 'primary',
  confirmed: 'success',
  failed: 'danger',
  rolledBack: 'info',
};

const columns = {
  fields: orderColumns(calibrationIssue, [
    'siteName',
    'channelCode',
    'kBefore',
    'bBefore',
    'k',
    'b',
    'state',
    'target',
    'reason',
    'configName',
  ]),
  widths: {
    siteName: 160,
    channelCode: 116,
    kBefore: 96,
    bBefore: 96,
    k: 96,
    b: 96,
    state: 188,
    target: 110,
    reason: 240,
    configName: 180,
    actions: 144,
  },
} as const;

/** The K and B that were issued to the platform or to devices, with the moments of their states. */
export function IssueHistory() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const act = useIssueActions();
  useLive('calibrationIssue', () => void invalidatePath(client, calibrationIssue.path));
  const language = useLanguage();
  const number = (name: 'kBefore' | 'bBefore' | 'k' | 'b') => (row: Row) =>
    formatIssued(row[name] ?? 0, language);
  const cells: Cells<typeof calibrationIssue> = {
    kBefore: number('kBefore'),
    bBefore: number('bBefore'),
    k: number('k'),
    b: number('b'),
    state: (row) => (
      <TwoLines
        first={
          <StatusDot
            look={looks[row.state ?? 'draft']}
            text={t(
              row.rollingBack
                ? 'calibration.issue.rollingBack'
                : `calibration.issue.fields.state_${row.state}`,
            )}
          />
        }
        second={<Moment row={row} />}
      />
    ),
  };
  const rowActions = (row: Row): RowAction[] => {
    const found: RowAction[] = [];
    const isOpen = row.state === 'draft' || row.state === 'failed';
    if (isOpen && hasAnyPermission('site:calibration:issue'))
      found.push({
        key: 'send',
        text: t('calibration.issue.send.action'),
        run: () => void act('send', [toChange(row, false)]),
      });
    if (row.state === 'confirmed' && !row.rollingBack && hasAnyPermission('site:calibration:rollback'))
      found.push({
        key: 'rollBack',
        text: t('calibration.issue.rollBack.action'),
        run: () => void act('rollBack', [toChange(row, true)]),
      });
    return found;
  };
  return (
    <ResourceScreen
      {...{ columns, cells, rowActions }}
      resource={calibrationIssue}
      emptyHint={t('calibration.issue.emptyHint')}
    />
  );
}

function Moment({ row }: { row: Row }) {
  const moment = findMoment(row);
  return moment && <DateTimeText value={moment} />;
}

/** When the issue came into its state. */
function findMoment(row: Row): string | null {
  const moments: Record<IssueState, string | null> = {
    draft: row.draftAt,
    pending: row.pendingAt,
    sent: row.sentAt,
    confirmed: row.confirmedAt,
    failed: row.failedAt,
    rolledBack: row.rolledBackAt,
  };
  return moments[row.state ?? 'draft'];
}

function toChange(row: Row, isBack: boolean): IssueChange {
  const before = { k: row.kBefore ?? 1, b: row.bBefore ?? 0 };
  const issued = { k: row.k ?? 1, b: row.b ?? 0 };
  return {
    id: row.issueId,
    siteName: row.siteName ?? '',
    channelCode: row.channelCode ?? '',
    target: row.target ?? 'platform',
    since: row.forPast ? row.since : null,
    from: isBack ? issued : before,
    to: isBack ? before : issued,
  };
}
