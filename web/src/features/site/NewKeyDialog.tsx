import type { RowOf } from '@limpid/contract/kit/row';
import { newSiteKey, site } from '@limpid/contract/site/site';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { rowId } from '../../resource/row/row.ts';
import { invalidatePath } from '../../resource/row/use-resource-writes.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toRem } from '../../ui/scale.ts';
import styles from './site.module.css';

interface NewKeyDialogProps {
  open: boolean;
  row: RowOf<typeof site>;
  onClose: () => void;
}

/** Generates the HTTP key of a device and shows it once. Mount a new dialog for every opening. */
export function NewKeyDialog({ open, row, onClose }: NewKeyDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const making = useMutation({
    mutationFn: () => call(newSiteKey, { body: { siteId: rowId(site, row) } }),
    onSuccess: () => invalidatePath(client, site.path),
  });
  const isDone = making.isSuccess;
  const note = row.hasHttpKey === true ? t('site.site.newKey.replaces') : t('site.site.newKey.note');
  return (
    <Dialog
      open={open}
      title={t('site.site.newKey.title', { name: row.siteName })}
      width={toRem(520)}
      okText={isDone ? t('site.site.newKey.close') : t('site.site.newKey.make')}
      cancelText={t('kit.cancel')}
      footer={isDone ? (_, { OkBtn }) => <OkBtn /> : undefined}
      okButtonProps={{ loading: making.isPending && { delay: 200 } }}
      onOk={() => (isDone ? onClose() : making.mutate())}
      onCancel={onClose}
    >
      <div className={styles.dialog}>
        {making.data ? (
          <>
            <Alert type="success" showIcon title={t('site.site.newKey.shownOnce')} />
            <output className={styles.key}>
              <Typography.Text copyable>{making.data.accessKey}</Typography.Text>
            </output>
          </>
        ) : (
          <Alert type={row.hasHttpKey === true ? 'warning' : 'info'} showIcon title={note} />
        )}
      </div>
    </Dialog>
  );
}
