import { alarmDelivery, retryDelivery } from '@limpid/contract/alarm/notify-delivery';
import type { RowOf } from '@limpid/contract/kit/row';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { hasAnyPermission } from '../../../api/session.ts';
import { usePolledList } from '../../../resource/list/use-polled-list.ts';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { rowId } from '../../../resource/row/row.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { TwoLines } from '../../../ui/TwoLines.tsx';
import styles from './notify.module.css';

type Row = RowOf<typeof alarmDelivery>;

const looks: Record<string, string> = {
  waiting: 'primary',
  sent: 'success',
  failed: 'danger',
  dropped: 'info',
};

/** A delivery without a channel records a gap of a rota and cannot be repeated. */
function isOver({ state, notifyChannelName }: Row): boolean {
  return (state === 'failed' || state === 'dropped') && notifyChannelName !== null;
}

export default function AlarmDeliveryScreen() {
  const { t } = useTranslation();
  const client = useQueryClient();
  usePolledList(alarmDelivery);
  const retry = useMutation({
    mutationFn: (row: Row) => call(retryDelivery, { params: { id: rowId(alarmDelivery, row) } }),
    onSuccess: () => getNotifier().success(t('notify.delivery.retried')),
    onSettled: () => invalidatePath(client, alarmDelivery.path),
  });
  const cells: Cells<typeof alarmDelivery> = {
    state: ({ state }) => (
      <StatusDot look={looks[state ?? '']} text={t(`notify.delivery.fields.state_${state}`)} />
    ),
    siteName: ({ siteName, ruleName }) => <TwoLines first={siteName} second={ruleName} />,
    event: ({ event }) => t(`notify.delivery.fields.event_${event}`),
    // A channel without recipients is its own receiver.
    receiver: ({ receiver, notifyChannelName, rotaName }) => (
      <TwoLines
        first={receiver ?? notifyChannelName ?? rotaName}
        second={receiver === null ? undefined : notifyChannelName}
      />
    ),
    // The next step is beside the reason: most messages need none.
    error: (row) => (
      <span className={styles.reason}>
        {row.error}
        {isOver(row) && hasAnyPermission('alarm:delivery:retry') && (
          <Button
            type="link"
            size="small"
            aria-label={`${t('notify.delivery.retry')} ${row.siteName}`}
            onClick={() => retry.mutate(row)}
          >
            {t('notify.delivery.retry')}
          </Button>
        )}
      </span>
    ),
  };
  return <ResourceScreen resource={alarmDelivery} cells={cells} />;
}
