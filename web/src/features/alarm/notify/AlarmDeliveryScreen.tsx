import { alarmDelivery, retryDelivery } from '@limpid/contract/alarm/notify-delivery';
import type { RowOf } from '@limpid/contract/kit/row';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { hasAnyPermission } from '../../../api/session.ts';
import { usePolledList } from '../../../resource/list/use-polled-list.ts';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { rowId } from '../../../resource/row/row.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import styles from './notify.module.css';

type Row = RowOf<typeof alarmDelivery>;

const looks: Record<string, string> = {
  waiting: 'primary',
  sent: 'success',
  failed: 'danger',
  dropped: 'info',
};

function TwoLines({ first, second }: Record<'first' | 'second', string | null | undefined>) {
  return (
    <span className={styles.twoLines}>
      <EllipsisText text={first ?? ''} />
      {second && (
        <span className={styles.soft}>
          <EllipsisText text={second} />
        </span>
      )}
    </span>
  );
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
    error: ({ error }) => <span className={styles.reason}>{error}</span>,
  };
  // A delivery without a channel records a gap of a rota and cannot be repeated.
  const isOver = ({ state, notifyChannelName }: Row) =>
    (state === 'failed' || state === 'dropped') && notifyChannelName !== null;
  const actions = (row: Row) =>
    isOver(row) && hasAnyPermission('alarm:delivery:retry')
      ? [{ key: 'retry', text: t('notify.delivery.retry'), run: () => retry.mutate(row) }]
      : [];
  return <ResourceScreen resource={alarmDelivery} cells={cells} rowActions={actions} />;
}
