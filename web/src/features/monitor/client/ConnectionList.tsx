import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import { client, disconnectClient } from '@limpid/contract/monitor/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { hasAnyPermission } from '../../../api/session.ts';
import { formatBytes } from '../../../lib/format.ts';
import { usePolledList } from '../../../resource/list/use-polled-list.ts';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { rowId } from '../../../resource/row/row.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { MarkedName } from '../../../ui/MarkedName.tsx';
import { TwoLines } from '../../../ui/TwoLines.tsx';
import styles from './client.module.css';
import { RefusedCount } from './Reasons.tsx';
import { SeenCell } from './SeenCell.tsx';

const cells: Cells<typeof client> = {
  siteName: (row) => <SiteCell row={row} />,
  address: (row) => <AddressCell row={row} />,
  lastSeen: (row) => <SeenCell since={row.connectedAt ?? ''} last={row.lastSeen ?? ''} />,
  bytes: (row) => <Traffic bytes={Number(row.bytes)} />,
  refused: (row) => <RefusedCount row={row} />,
};

/** Connected stations, with an action to disconnect them. */
export function ConnectionList() {
  usePolledList(client);
  const { t } = useTranslation();
  const disconnect = useDisconnect();
  const actions = (row: RowOf<typeof client>) => [
    { key: 'end', text: t('monitor.client.disconnect'), run: () => disconnect(row) },
  ];
  const mayEnd = hasAnyPermission('monitor:client:forceLogout');
  return <ResourceScreen resource={client} cells={cells} rowActions={mayEnd ? actions : undefined} />;
}

function useDisconnect() {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const queries = useQueryClient();
  const ending = useMutation({
    mutationFn: (connectionId: number) => call(disconnectClient, { params: { connectionId } }),
    onSuccess: () => getNotifier().success(t('monitor.client.ended')),
    onSettled: () => invalidatePath(queries, client.path),
  });
  return (row: RowOf<typeof client>) => {
    const [name, address] = [row.siteName ?? '', row.address ?? ''];
    modal.confirm({
      title: t('monitor.client.disconnect'),
      content:
        name === ''
          ? t('monitor.client.questionStranger', { address })
          : t('monitor.client.question', { name, address }),
      okText: t('monitor.client.disconnect'),
      cancelText: t('kit.cancel'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () =>
        new Promise<void>((close) => ending.mutate(rowId(client, row), { onSettled: () => close() })),
    });
  };
}

/** The site, its entity and its MN; or a note for an unidentified connection. */
function SiteCell({ row }: { row: RowOf<typeof client> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = row.siteName ?? '';
  if (name === '') return <span className={styles.soft}>{t('monitor.client.stranger')}</span>;
  const entity = localised(row, 'entityName', language);
  const mark = row.simulated === true ? t('site.site.simulated.mark') : undefined;
  return <TwoLines first={<MarkedName name={`${name} · ${entity}`} mark={mark} />} second={row.mn ?? ''} />;
}

function AddressCell({ row }: { row: RowOf<typeof client> }) {
  const { t } = useTranslation();
  const version = row.version ?? '';
  return (
    <TwoLines first={row.address ?? ''} second={version && t(`monitor.client.fields.version_${version}`)} />
  );
}

function Traffic({ bytes }: { bytes: number }) {
  return formatBytes(bytes, useLanguage());
}
