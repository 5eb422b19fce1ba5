import type { RowOf } from '@limpid/contract/kit/row';
import { loginLog } from '@limpid/contract/monitor/login-log';
import { unlockUser } from '@limpid/contract/system/session';
import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { getNotifier } from '../../api/notifier.ts';
import { hasAnyPermission } from '../../api/session.ts';
import { LogScreen } from './log/LogScreen.tsx';

export default function LoginLogScreen() {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const unlocking = useMutation({
    mutationFn: (userName: string) => call(unlockUser, { params: { userName } }),
    onSuccess: (_, name) => getNotifier().success(t('monitor.loginLog.unlocked', { name })),
  });

  function confirmUnlock(name: string): void {
    modal.confirm({
      title: t('monitor.loginLog.unlockTitle'),
      content: t('monitor.loginLog.unlockQuestion', { name }),
      okText: t('monitor.loginLog.unlock'),
      cancelText: t('kit.cancel'),
      onOk: () => new Promise<void>((close) => unlocking.mutate(name, { onSettled: () => close() })),
    });
  }

  const unlock = (row: RowOf<typeof loginLog>) => [
    { key: 'unlock', text: t('monitor.loginLog.unlock'), run: () => confirmUnlock(row.userName ?? '') },
  ];
  return (
    <LogScreen
      resource={loginLog}
      actions={hasAnyPermission('monitor:logininfor:unlock') ? unlock : undefined}
    />
  );
}
