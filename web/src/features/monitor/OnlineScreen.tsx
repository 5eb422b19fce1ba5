import type { RowOf } from '@limpid/contract/kit/row';
import { forceLogout, online } from '@limpid/contract/monitor/online';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { getNotifier } from '../../api/notifier.ts';
import { hasAnyPermission } from '../../api/session.ts';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { invalidatePath } from '../../resource/row/use-resource-writes.ts';

export default function OnlineScreen() {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const ending = useMutation({
    mutationFn: (tokenId: string) => call(forceLogout, { params: { tokenId } }),
    onSuccess: () => getNotifier().success(t('monitor.online.ended')),
    onSettled: () => invalidatePath(client, online.path),
  });

  function confirmLogout(row: RowOf<typeof online>): void {
    modal.confirm({
      title: t('monitor.online.forceLogout'),
      content: t('monitor.online.question', { name: row.userName ?? '', address: row.ipaddr ?? '' }),
      okText: t('monitor.online.forceLogout'),
      cancelText: t('kit.cancel'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () =>
        new Promise<void>((close) => ending.mutate(row.tokenId ?? '', { onSettled: () => close() })),
    });
  }

  const mayEnd = hasAnyPermission('monitor:online:forceLogout');
  const actions = (row: RowOf<typeof online>) => [
    { key: 'end', text: t('monitor.online.forceLogout'), run: () => confirmLogout(row) },
  ];
  return <ResourceScreen resource={online} rowActions={mayEnd ? actions : undefined} />;
}
