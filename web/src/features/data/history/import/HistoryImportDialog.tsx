import type { ChosenSite } from '@limpid/contract/data/site-choice';
import { Alert, Button, Skeleton, Spin } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../../air/channel.ts';
import { ImportProgress } from '../../../../resource/import/ImportProgress.tsx';
import { ImportResult } from '../../../../resource/import/ImportResult.tsx';
import { SheetPicker } from '../../../../resource/import/SheetPicker.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { toRem } from '../../../../ui/scale.ts';
import { FileOptions } from './FileOptions.tsx';
import { ImportPreviewPanel } from './ImportPreviewPanel.tsx';
import styles from './import.module.css';
import { canImport } from './mapping-edit.ts';
import { type ImportChoices, useHistoryImport, useImportPreview } from './use-history-import.ts';

interface HistoryImportDialogProps {
  /** The sites of the query, offered first for files that name none. */
  sites: readonly ChosenSite[];
  channels: readonly Channel[];
  onClose: () => void;
}

/** A file, how it is read, what it would change, and the result. Mount a new one for every opening. */
export function HistoryImportDialog({ sites, channels, onClose }: HistoryImportDialogProps) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File>();
  const [choices, setChoices] = useState<ImportChoices>({ replace: false, mapping: undefined });
  const preview = useImportPreview(file, choices);
  const { sending, progress, stop } = useHistoryImport();
  const isDone = sending.isSuccess;
  const isReady = file && preview.data && !preview.isError && !preview.isFetching && canImport(preview.data);

  function pick(chosen: File | undefined) {
    setFile(chosen);
    // Another file has other columns.
    setChoices((before) => ({ ...before, mapping: undefined }));
    sending.reset();
  }

  return (
    <Dialog
      open
      title={t('kit.import.title', { title: t('data.history.title') })}
      width={toRem(file && !isDone ? 960 : 560)}
      okText={isDone ? t('kit.import.close') : t('kit.import.start')}
      okButtonProps={{ disabled: !isDone && !isReady, loading: sending.isPending }}
      cancelText={t('kit.cancel')}
      footer={isDone ? (_, { OkBtn }) => <OkBtn /> : undefined}
      onOk={() => (isDone || !file ? onClose() : sending.mutate({ file, choices: finalChoices() }))}
      onCancel={onClose}
    >
      {isDone ? (
        <>
          <ImportResult {...sending.data} />
          <p className={styles.soft}>{t('data.history.import.report', { ...sending.data.report })}</p>
        </>
      ) : (
        <div className={styles.dialog}>
          {file ? (
            <div className={styles.file}>
              <strong>{file.name}</strong>
              <Button size="small" disabled={sending.isPending} onClick={() => pick(undefined)}>
                {t('data.history.import.other')}
              </Button>
            </div>
          ) : (
            <SheetPicker file={file} takesText disabled={false} onPick={pick} />
          )}
          {file && (
            <FileOptions sites={sites} choices={choices} preview={preview.data} onChange={setChoices} />
          )}
          {sending.isPending && <ImportProgress row={progress} onStop={stop} />}
          {sending.isError && <Alert type="error" showIcon title={sending.error.message} />}
          {preview.isError && <Alert type="error" showIcon title={preview.error.message} />}
          {file && !preview.isError && !preview.data && <Skeleton active />}
          {file && preview.data && !preview.isError && (
            <Spin spinning={preview.isFetching}>
              <ImportPreviewPanel
                preview={preview.data}
                channels={channels}
                onMap={(mapping) => setChoices({ ...choices, mapping })}
              />
            </Spin>
          )}
        </div>
      )}
    </Dialog>
  );

  /** The file is read as the preview has shown it. */
  function finalChoices(): ImportChoices {
    const { granularity, hourLabel, mapping } = preview.data ?? {};
    return {
      ...choices,
      ...(granularity && { granularity }),
      ...(hourLabel && { hourLabel }),
      ...(mapping && { mapping }),
    };
  }
}
