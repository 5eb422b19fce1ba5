import { DownloadOutlined } from '@ant-design/icons';
import type { Resource } from '@limpid/contract/kit/resource';
import type { ResourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Switch } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/call.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toRem } from '../../ui/scale.ts';
import styles from '../resource.module.css';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportResult } from './ImportResult.tsx';
import { SheetPicker } from './SheetPicker.tsx';
import { useImport } from './use-import.ts';

interface ImportDialogProps {
  resource: Resource;
  endpoints: ResourceEndpoints;
  open: boolean;
  onClose: () => void;
}

/** Uploads a sheet and shows the result by row. Mount a new one for every opening. */
export function ImportDialog({ resource, endpoints, open, onClose }: ImportDialogProps) {
  const { t } = useTranslation();
  const switchId = useId();
  const [file, setFile] = useState<File>();
  const [isUpdating, setUpdating] = useState(false);
  const { sending, progress, stop } = useImport(resource, endpoints);
  const isDone = sending.isSuccess;

  function pick(chosen: File | undefined) {
    setFile(chosen);
    sending.reset();
  }

  return (
    <Dialog
      open={open}
      title={t('kit.import.title', { title: t(`${resource.texts}.title`) })}
      okText={isDone ? t('kit.import.close') : t('kit.import.start')}
      okButtonProps={{ disabled: !file, loading: sending.isPending }}
      cancelText={t('kit.cancel')}
      footer={isDone ? (_, { OkBtn }) => <OkBtn /> : undefined}
      onOk={() => (isDone || !file ? onClose() : sending.mutate({ sheet: file, update: isUpdating }))}
      onCancel={onClose}
      width={toRem(520)}
    >
      {isDone ? (
        <ImportResult {...sending.data} />
      ) : (
        <div className={styles.import}>
          <SheetPicker
            file={file}
            takesText={resource.takesText === true}
            disabled={sending.isPending}
            onPick={pick}
          />
          {sending.isPending && <ImportProgress row={progress} onStop={stop} />}
          {sending.isError && <Alert type="error" showIcon title={sending.error.message} />}
          <div className={styles.importOption}>
            <Switch id={switchId} checked={isUpdating} onChange={setUpdating} />
            <label htmlFor={switchId}>{t('kit.import.update')}</label>
          </div>
          <TemplateButton endpoints={endpoints} />
        </div>
      )}
    </Dialog>
  );
}

function TemplateButton({ endpoints }: { endpoints: ResourceEndpoints }) {
  const { t } = useTranslation();
  const template = useMutation({ mutationFn: () => download(endpoints.templateFile) });
  return (
    <Button
      type="link"
      icon={<DownloadOutlined aria-hidden />}
      loading={template.isPending}
      onClick={() => template.mutate()}
      className={styles.importTemplate}
    >
      {t('kit.import.template')}
    </Button>
  );
}
