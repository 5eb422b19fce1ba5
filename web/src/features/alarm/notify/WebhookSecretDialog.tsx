import { notifyChannel, rotateNotifySecret } from '@limpid/contract/alarm/notify-channel';
import type { RowOf } from '@limpid/contract/kit/row';
import { useMutation } from '@tanstack/react-query';
import { Alert, Flex, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { rowId } from '../../../resource/row/row.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toRem } from '../../../ui/scale.ts';

interface WebhookSecretDialogProps {
  open: boolean;
  row: RowOf<typeof notifyChannel>;
  onClose: () => void;
}

/** Generates the signing secret of a webhook and shows it once. Mount a new dialog for every opening. */
export function WebhookSecretDialog({ open, row, onClose }: WebhookSecretDialogProps) {
  const { t } = useTranslation();
  const making = useMutation({
    mutationFn: () => call(rotateNotifySecret, { params: { id: rowId(notifyChannel, row) } }),
  });
  const isDone = making.isSuccess;
  return (
    <Dialog
      open={open}
      title={t('notify.channel.newSecret.title', { name: row.notifyChannelName })}
      width={toRem(520)}
      okText={isDone ? t('notify.channel.newSecret.close') : t('notify.channel.newSecret.make')}
      cancelText={t('kit.cancel')}
      footer={isDone ? (_, { OkBtn }) => <OkBtn /> : undefined}
      okButtonProps={{ loading: making.isPending && { delay: 200 } }}
      onOk={() => (isDone ? onClose() : making.mutate())}
      onCancel={onClose}
    >
      <Flex vertical gap="middle">
        {making.data ? (
          <>
            <Alert type="success" showIcon title={t('notify.channel.newSecret.shownOnce')} />
            <output>
              <Typography.Text copyable code style={{ overflowWrap: 'anywhere' }}>
                {making.data.secret}
              </Typography.Text>
            </output>
          </>
        ) : (
          <Alert type="info" showIcon title={t('notify.channel.newSecret.note')} />
        )}
      </Flex>
    </Dialog>
  );
}
