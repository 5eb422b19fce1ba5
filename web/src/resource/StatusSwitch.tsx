import type { Resource } from '@limpid/contract/kit/resource';
import { statusEndpoint } from '@limpid/contract/kit/resource-endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
import { getNotifier } from '../api/notifier.ts';
import { hasPermission } from '../api/session.ts';
import { type ResourceRow, rowId, rowName } from './row.ts';
import { useLanguage } from './use-language.ts';
import { forgetUnder } from './use-resource-writes.ts';

interface StatusSwitchProps {
  resource: Resource;
  row: ResourceRow;
  endpoint?: ReturnType<typeof statusEndpoint>;
  /** Nobody may turn this one. */
  isKept?: boolean;
}

/** Whether a row counts, as a switch in its line: asks first, and stays as it was until the server agrees. */
export function StatusSwitch({
  resource,
  row,
  endpoint = statusEndpoint(resource),
  isKept,
}: StatusSwitchProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const isOn = row.status === '0';
  const name = rowName(resource, row, language);
  const change = useMutation({
    mutationFn: () =>
      call(endpoint, { body: { [resource.id]: rowId(resource, row), status: isOn ? '1' : '0' } }),
    onSuccess() {
      getNotifier().success(t('kit.status.done'));
      return forgetUnder(client, resource.path);
    },
  });
  const { access } = endpoint;
  return (
    <Switch
      size="small"
      checked={isOn}
      aria-label={t('kit.status.of', { name })}
      disabled={isKept || !hasPermission(access.permission)}
      loading={change.isPending}
      onChange={() =>
        modal.confirm({
          title: isOn ? t('kit.status.stopTitle') : t('kit.status.startTitle'),
          content: isOn ? t('kit.status.stopQuestion', { name }) : t('kit.status.startQuestion', { name }),
          okText: isOn ? t('kit.status.stop') : t('kit.status.start'),
          cancelText: t('kit.cancel'),
          okButtonProps: { danger: isOn },
          onOk: () => new Promise<void>((close) => change.mutate(undefined, { onSettled: () => close() })),
        })
      }
    />
  );
}
