import type { ReportDelivery } from '@limpid/contract/report/report-delivery';
import { deliverReport, listReportDeliveries } from '@limpid/contract/report/report-delivery';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { ReportChannelPicker } from '../make/ReportChannelPicker.tsx';
import type { ReportRow } from '../report-row.ts';
import styles from './send.module.css';

const looks = { waiting: 'primary', sent: 'success', failed: 'danger' } as const;

interface SendDialogProps {
  row: ReportRow;
  open: boolean;
  onClose: () => void;
}

/** The messages about a report, and sending it to further channels or once more where that failed. */
export function SendDialog({ row, open, onClose }: SendDialogProps) {
  const { t } = useTranslation();
  const { reportId, siteId, entityId, deptId, reportName: name } = row;
  const client = useQueryClient();
  const messages = useQuery({
    queryKey: [listReportDeliveries.path, reportId],
    queryFn: ({ signal }) => call(listReportDeliveries, { params: { id: reportId }, signal }),
  });
  const [chosen, setChosen] = useState<number[]>();
  const failed = messages.data?.filter(({ state }) => state === 'failed').map((one) => one.notifyChannelId);
  const notifyChannelIds = chosen ?? failed ?? [];
  const send = useMutation({
    mutationFn: () => call(deliverReport, { body: { reportId, notifyChannelIds } }),
    async onSuccess() {
      getNotifier().success(t('report.send.done'));
      onClose();
      await invalidatePath(client, listReportDeliveries.path.replace(':id', ''));
    },
  });
  return (
    <Dialog
      open={open}
      title={t('report.send.title', { name })}
      okText={t('report.send.confirm')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ disabled: notifyChannelIds.length === 0, loading: send.isPending }}
      onOk={() => send.mutate()}
      onCancel={onClose}
    >
      {messages.data && messages.data.length > 0 && <Messages messages={messages.data} />}
      <Form layout="vertical">
        <Form.Item
          label={t('report.report.fields.notifyChannelIds')}
          htmlFor="report-send-channels"
          extra={t('report.send.note')}
        >
          <ReportChannelPicker
            id="report-send-channels"
            about={siteId ? { siteId } : entityId ? { entityId } : { deptId: deptId ?? undefined }}
            value={notifyChannelIds}
            onChange={(ids) => setChosen(ids ?? [])}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
}

function Messages({ messages }: { messages: readonly ReportDelivery[] }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.messages} aria-label={t('report.send.sent')}>
      {messages.map(({ notifyChannelId, notifyChannelName, state, problem, sentAt, nextAt }) => (
        <li key={notifyChannelId}>
          <span>{notifyChannelName}</span>
          <StatusDot look={looks[state]} text={t(`report.report.fields.deliveryState_${state}`)} />
          <span className={styles.soft}>
            {sentAt && <DateTimeText value={sentAt} />}
            {!sentAt && problem}
            {state === 'waiting' && problem && nextAt && (
              <>
                {' · '}
                {t('report.send.next')} <DateTimeText value={nextAt} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
