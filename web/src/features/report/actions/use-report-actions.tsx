import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasAnyPermission } from '../../../api/session.ts';
import type { RowAction } from '../../../resource/list/RowActions.tsx';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import type { ReportRow } from '../report-row.ts';
import { SendDialog } from './SendDialog.tsx';
import { useRetryReports, useReviseReport } from './use-report-writes.ts';
import { canSign, signPermission, useSignReports } from './use-sign-reports.ts';

interface ReportActions {
  /** What this person can do with a report now, besides opening and deleting it. */
  listActions: (row: ReportRow) => RowAction[];
  dialogs: ReactNode;
}

export function useReportActions(): ReportActions {
  const { t } = useTranslation();
  const sign = useSignReports();
  const retry = useRetryReports();
  const revise = useReviseReport();
  const sending = useDialog<ReportRow>();
  const mayEdit = hasAnyPermission('analysis:report:edit');
  const listActions = (row: ReportRow): RowAction[] => {
    const isDone = row.state === 'done';
    const actions: (RowAction | false)[] = [
      ...(['review', 'publish'] as const).map(
        (step) =>
          canSign(step, row) &&
          hasAnyPermission(signPermission[step]) && {
            key: step,
            text: t(`report.signOff.${step}.action`),
            run: () => sign.ask(step, [row]),
          },
      ),
      mayEdit &&
        row.state === 'failed' && {
          key: 'retry',
          text: t('report.list.retry'),
          run: () => retry.mutate([row.reportId]),
        },
      mayEdit &&
        isDone &&
        row.newest !== false && { key: 'revise', text: t('report.list.revise'), run: () => revise(row) },
      mayEdit && isDone && { key: 'send', text: t('report.send.action'), run: () => sending.show(row) },
    ];
    return actions.filter((action) => action !== false);
  };
  const dialogs = sending.subject && (
    <SendDialog key={sending.turn} row={sending.subject} open={sending.open} onClose={sending.hide} />
  );
  return { listActions, dialogs };
}
