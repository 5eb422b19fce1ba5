import { report } from '@limpid/contract/report/report';
import { retryReports, reviseReport } from '@limpid/contract/report/report-making';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import type { ReportRow } from '../report-row.ts';

/** Lets failed reports be made once more. */
export function useRetryReports() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reportIds: number[]) => call(retryReports, { body: { reportIds } }),
    onSuccess: () => getNotifier().success(t('report.list.retried')),
    onSettled: () => invalidatePath(client, report.path),
  });
}

/** Asks before a new edition is made from the present data. */
export function useReviseReport() {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const revise = useMutation({
    mutationFn: (reportId: number) => call(reviseReport, { body: { reportId } }),
    onSuccess: () => getNotifier().success(t('report.list.revising')),
    onSettled: () => invalidatePath(client, report.path),
  });
  return ({ reportId, reportName: name, edition, signOff }: ReportRow) =>
    modal.confirm({
      title: t('report.list.reviseTitle', { name }),
      content: [
        t('report.list.reviseNote', { edition: (edition ?? 1) + 1 }),
        signOff === 'published' ? t('report.list.revisePublished') : '',
      ].join(' '),
      okText: t('report.list.revise'),
      cancelText: t('kit.cancel'),
      onOk: () => new Promise<void>((close) => revise.mutate(reportId, { onSettled: () => close() })),
    });
}
