import { ClearOutlined } from '@ant-design/icons';
import type { Resource } from '@limpid/contract/kit/resource';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { cleanEndpoint } from '@limpid/contract/monitor/clean';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../api/Allowed.tsx';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { formatCount } from '../../../lib/format.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { useLanguage } from '../../../resource/use-language.ts';

/** Clears the whole log, after a confirmation that shows the number of entries. */
export function CleanButton({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const title = t(`${resource.texts}.title`);
  const cleaning = useMutation({
    mutationFn: () => call(cleanEndpoint(resource)),
    onSuccess: () => getNotifier().success(t('monitor.log.cleaned', { title })),
    onSettled: () => invalidatePath(client, resource.path),
  });
  const counting = useMutation({
    mutationFn: () => call(resourceEndpoints(resource).list, { query: { pageSize: 1 } }),
    onSuccess: ({ total, estimated }) => confirmClean(formatCount(total, language), estimated === true),
  });

  function confirmClean(total: string, isEstimate: boolean): void {
    modal.confirm({
      title: t('monitor.log.cleanTitle', { title }),
      content: isEstimate
        ? t('monitor.log.cleanQuestionAbout', { title, total })
        : t('monitor.log.cleanQuestion', { title, total }),
      okText: t('monitor.log.clean'),
      cancelText: t('kit.cancel'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => new Promise<void>((close) => cleaning.mutate(undefined, { onSettled: () => close() })),
    });
  }

  return (
    <Allowed permission={[`${resource.permission}:remove`]}>
      <Button
        danger
        icon={<ClearOutlined aria-hidden />}
        loading={counting.isPending}
        onClick={() => counting.mutate()}
      >
        {t('monitor.log.clean')}
      </Button>
    </Allowed>
  );
}
