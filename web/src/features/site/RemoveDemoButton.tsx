import { ExperimentOutlined } from '@ant-design/icons';
import { countSimulated, removeSimulated, site } from '@limpid/contract/site/site';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { getNotifier } from '../../api/notifier.ts';
import { hasAnyPermission } from '../../api/session.ts';
import { invalidatePath } from '../../resource/row/use-resource-writes.ts';

/** Removes all simulated sites with their readings; hidden if there are none. */
export function RemoveDemoButton() {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const mayRemove = hasAnyPermission('site:site:remove');
  const { data } = useQuery({
    queryKey: [countSimulated.path],
    queryFn: ({ signal }) => call(countSimulated, { signal, quiet: true }),
    enabled: mayRemove,
  });
  const removal = useMutation({
    mutationFn: () => call(removeSimulated),
    onSuccess: ({ count }) => {
      getNotifier().success(t('site.site.simulated.done', { count }));
      return invalidatePath(client, site.path);
    },
  });
  const count = data?.count ?? 0;
  if (!mayRemove || count === 0) return null;
  return (
    <Button
      icon={<ExperimentOutlined aria-hidden />}
      loading={removal.isPending}
      onClick={() =>
        modal.confirm({
          title: t('site.site.simulated.question', { count }),
          content: t('site.site.simulated.note'),
          okText: t('site.site.simulated.action'),
          cancelText: t('kit.cancel'),
          okButtonProps: { danger: true },
          focusable: { autoFocusButton: 'cancel' },
          onOk: () => new Promise<void>((close) => removal.mutate(undefined, { onSettled: () => close() })),
        })
      }
    >
      {t('site.site.simulated.action')}
    </Button>
  );
}
