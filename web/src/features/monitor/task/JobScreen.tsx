import type { RowOf } from '@limpid/contract/kit/row';
import { changeJobStatus, job, runJob } from '@limpid/contract/monitor/task';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { hasAnyPermission } from '../../../api/session.ts';
import type { RowAction } from '../../../resource/list/RowActions.tsx';
import { StatusSwitch } from '../../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { rowId, rowName } from '../../../resource/row/row.ts';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { CronInput } from './CronInput.tsx';
import { JobDetail } from './JobDetail.tsx';
import { JobName } from './JobName.tsx';
import { TargetInput } from './TargetInput.tsx';
import styles from './task.module.css';

const code = (text: string) => (
  <span className={styles.cell}>
    <EllipsisText text={text} />
  </span>
);

const cells: Cells<typeof job> = {
  jobName: (row) => <JobName row={row} />,
  invokeTarget: (row) => code(row.invokeTarget),
  cronExpression: (row) => code(row.cronExpression),
  status: (row) => <StatusSwitch resource={job} row={row} permission={changeJobStatus.access.permission} />,
};

const inputs = { invokeTarget: <TargetInput />, cronExpression: <CronInput /> };

export default function JobScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const confirmRun = useConfirmRun();
  const detail = useDialog<number>();

  function listActions(row: RowOf<typeof job>): RowAction[] {
    const id = rowId(job, row);
    const actions: RowAction[] = [];
    if (hasAnyPermission('monitor:job:changeStatus'))
      actions.push({ key: 'run', text: t('monitor.task.run'), run: () => confirmRun(row) });
    if (hasAnyPermission('monitor:job:query'))
      actions.push({ key: 'detail', text: t('monitor.log.detail'), run: () => detail.show(id) });
    actions.push({ key: 'log', text: t('monitor.task.toLog'), run: () => navigate(`/job/log?jobId=${id}`) });
    return actions;
  }

  return (
    <>
      <ResourceScreen resource={job} cells={cells} inputs={inputs} rowActions={listActions} />
      <JobDetail key={detail.turn} open={detail.open} id={detail.subject} onClose={detail.hide} />
    </>
  );
}

/** Runs a job once after a confirmation; the result is in the log. */
function useConfirmRun() {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const language = useLanguage();
  const client = useQueryClient();
  const running = useMutation({
    mutationFn: (row: RowOf<typeof job>) =>
      call(runJob, { body: { jobId: rowId(job, row), jobGroup: row.jobGroup } }),
    onSuccess: () => getNotifier().success(t('monitor.task.asked')),
    onSettled: () => invalidatePath(client, job.path),
  });
  return (row: RowOf<typeof job>) =>
    modal.confirm({
      title: t('monitor.task.run'),
      content: t('monitor.task.runQuestion', { name: rowName(job, row, language) }),
      okText: t('monitor.task.run'),
      cancelText: t('kit.cancel'),
      onOk: () => new Promise<void>((close) => running.mutate(row, { onSettled: () => close() })),
    });
}
