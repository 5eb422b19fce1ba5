import { report } from '@limpid/contract/report/report';
import { addReports, previewReport } from '@limpid/contract/report/report-making';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { useDiscardConfirmation } from '../../../resource/form/use-discard-confirmation.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toRem } from '../../../ui/scale.ts';
import type { DraftProblem } from './draft-problem.ts';
import { MakeReportForm } from './MakeReportForm.tsx';
import styles from './make.module.css';
import { PreviewPane } from './PreviewPane.tsx';
import { describeRequest, describeWanted, findMissingSubject } from './report-draft.ts';
import { useReportDraft } from './use-report-draft.ts';

interface MakeReportDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Chooses what a report is about, shows it with its charts, and has it made in the background. */
export function MakeReportDialog({ open, onClose }: MakeReportDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const state = useReportDraft();
  const { draft } = state;
  const [problem, setProblem] = useState<DraftProblem>();
  const [hasChanged, setChanged] = useState(false);
  const askBeforeLosing = useDiscardConfirmation();
  const language = draft.languages[0] ?? 'zh';
  const wanted = { ...describeWanted(draft), language };

  function explain(error: unknown): void {
    if (!(error instanceof CallError)) return;
    if (error.field === undefined) getNotifier().error(error.message);
    else setProblem({ field: error.field, message: error.message });
  }

  const preview = useMutation({
    mutationFn: (body: typeof wanted) => call(previewReport, { body, quiet: true, isLong: true }),
    onError: (error) => {
      if (error instanceof CallError && error.field !== undefined) explain(error);
    },
  });
  const add = useMutation({
    mutationFn: () => call(addReports, { body: describeRequest(draft), quiet: true }),
    onSuccess({ reportIds }) {
      getNotifier().success(t('report.make.started', { count: reportIds.length }));
      void invalidatePath(client, report.path);
      onClose();
    },
    onError: explain,
  });

  function findProblem(): DraftProblem | undefined {
    const missing = findMissingSubject(draft);
    if (missing) {
      const label = t(`report.make.missing.${missing}`);
      return { field: missing, message: label };
    }
    if (draft.sections.length === 0)
      return { field: 'sections', message: t('report.make.problems.sections') };
    if (draft.languages.length === 0)
      return { field: 'languages', message: t('report.make.problems.languages') };
    if (!draft.withPdf && !draft.withWorkbook)
      return { field: 'withPdf', message: t('report.make.problems.formats') };
    return undefined;
  }

  function run(action: () => void): void {
    const found = findProblem();
    setProblem(found);
    if (!found) action();
  }

  function close(): void {
    if (hasChanged) askBeforeLosing(onClose);
    else onClose();
  }

  return (
    <Dialog
      open={open}
      title={t('report.make.title')}
      width={toRem(1320)}
      className={styles.dialog}
      centered
      onCancel={close}
      footer={[
        <Button key="cancel" onClick={close}>
          {t('kit.cancel')}
        </Button>,
        <Button key="preview" loading={preview.isPending} onClick={() => run(() => preview.mutate(wanted))}>
          {t('report.make.preview')}
        </Button>,
        <Button key="make" type="primary" loading={add.isPending} onClick={() => run(() => add.mutate())}>
          {t('report.make.confirm')}
        </Button>,
      ]}
    >
      <div className={styles.panes}>
        <MakeReportForm
          state={{
            ...state,
            change: (part) => {
              setChanged(true);
              setProblem(undefined);
              state.change(part);
            },
          }}
          problem={problem}
        />
        <PreviewPane
          preview={preview}
          isOutdated={preview.data !== undefined && !isSame(preview.variables, wanted)}
          isFirstOfSeveral={draft.target === 'entitySites'}
          onRetry={() => run(() => preview.mutate(wanted))}
        />
      </div>
    </Dialog>
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
