import { report } from '@limpid/contract/report/report';
import { publishReports, reviewReports, type SigningOutcome } from '@limpid/contract/report/report-sign-off';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { useSession } from '../../../api/session.ts';
import { followWork } from '../../../api/work.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import type { ReportRow } from '../report-row.ts';

export type SignStep = 'review' | 'publish';

const steps = {
  review: { endpoint: reviewReports, from: 'draft' },
  publish: { endpoint: publishReports, from: 'reviewed' },
} as const;

export const signPermission = {
  review: 'analysis:report:review',
  publish: 'analysis:report:publish',
} as const;

/** Whether a report waits for this step; only a PDF can be signed. */
export function canSign(
  step: SignStep,
  { state, signOff, formats }: Pick<ReportRow, 'state' | 'signOff' | 'formats'>,
): boolean {
  const hasPdf = formats?.split(',').includes('pdf') ?? false;
  return state === 'done' && signOff === steps[step].from && hasPdf;
}

interface Signing {
  step: SignStep;
  rows: readonly Pick<ReportRow, 'reportId' | 'reportName' | 'subjectName'>[];
}

/** Asks before reports are reviewed or published, says what that means, and follows the work. */
export function useSignReports() {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const user = useSession((session) => session.user);
  const sign = useMutation({
    mutationFn: async ({ step, rows }: Signing) => {
      const reportIds = rows.map(({ reportId }) => reportId);
      const { id } = await call(steps[step].endpoint, { body: { reportIds } });
      return followWork(client, id);
    },
    onSuccess({ state, report: outcome, problem }, { step, rows }) {
      if (state !== 'done') return getNotifier().error(problem ?? t('report.signOff.stopped'));
      // Written by the server in the form of the contract.
      const { signed, refused } = outcome as SigningOutcome;
      if (signed > 0) getNotifier().success(t(`report.signOff.${step}.done`, { count: signed }));
      for (const { reportId, problem: why } of refused) {
        const name = rows.find((row) => row.reportId === reportId)?.reportName ?? '';
        getNotifier().warning(t('report.signOff.refused', { name, why }));
      }
    },
    onSettled: () => invalidatePath(client, report.path),
  });

  function ask(step: SignStep, rows: Signing['rows']): void {
    const [first] = rows;
    const name = [first?.reportName, first?.subjectName].filter(Boolean).join(' · ');
    modal.confirm({
      title:
        rows.length === 1
          ? t(`report.signOff.${step}.askOne`, { name })
          : t(`report.signOff.${step}.ask`, { count: rows.length }),
      content: t(`report.signOff.${step}.consequence`, { signer: user?.nickName || user?.userName }),
      okText: t(`report.signOff.${step}.confirm`),
      cancelText: t('kit.cancel'),
      // Closes at once: signing goes on in the background.
      onOk: () => sign.mutate({ step, rows }),
    });
  }

  return { ask, isPending: sign.isPending };
}
