import { PauseCircleOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { alarmRule } from '@limpid/contract/alarm/alarm-rule';
import { statusEndpoint } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { hasAnyPermission } from '../../../api/session.ts';
import type { ResourceList } from '../../../resource/list/use-resource-list.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { phoneQuery, useMedia } from '../../../ui/use-media.ts';

const endpoint = statusEndpoint(alarmRule);

/** Enables or disables the selected rules. */
export function BulkStatusButtons({ list }: { list: ResourceList<RowOf<typeof alarmRule>> }) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: async ({ ruleIds, status }: { ruleIds: number[]; status: string }) => {
      for (const ruleId of ruleIds) await call(endpoint, { body: { ruleId, status } });
    },
    onSuccess: () => getNotifier().success(t('kit.status.done')),
    // Some may have been changed before one was refused.
    onSettled: () => invalidatePath(client, alarmRule.path),
  });
  const isPhone = useMedia(phoneQuery);
  if (!hasAnyPermission(endpoint.access.permission)) return null;
  // A phone has one line for the buttons, so these appear when they can be used.
  if (isPhone && list.selectedRows.length === 0) return null;

  function button(status: '0' | '1') {
    const isOn = status === '0';
    const ruleIds = list.selectedRows.filter((row) => row.status !== status).map(({ ruleId }) => ruleId);
    return (
      <Button
        icon={isOn ? <PlayCircleOutlined aria-hidden /> : <PauseCircleOutlined aria-hidden />}
        disabled={ruleIds.length === 0 || change.isPending}
        onClick={() =>
          modal.confirm({
            title: t(isOn ? 'kit.status.startTitle' : 'kit.status.stopTitle'),
            content: t(isOn ? 'alarm.rule.enableQuestion' : 'alarm.rule.disableQuestion', {
              count: ruleIds.length,
            }),
            okText: t(isOn ? 'kit.status.start' : 'kit.status.stop'),
            cancelText: t('kit.cancel'),
            okButtonProps: { danger: !isOn },
            onOk: () => change.mutate({ ruleIds, status }),
          })
        }
      >
        {t(isOn ? 'kit.status.start' : 'kit.status.stop')}
      </Button>
    );
  }

  return (
    <>
      {button('0')}
      {button('1')}
    </>
  );
}
