import { SyncOutlined } from '@ant-design/icons';
import type { Resource } from '@limpid/contract/kit/resource';
import { refreshEndpoint } from '@limpid/contract/kit/resource-endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../api/Allowed.tsx';
import { call } from '../../api/call.ts';
import { getNotifier } from '../../api/notifier.ts';

/** Clears the cache of the server and the queries of this browser. */
export function RefreshCacheButton({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const refreshing = useMutation({
    mutationFn: () => call(refreshEndpoint(resource)),
    onSuccess() {
      getNotifier().success(t('kit.list.cacheRefreshed'));
      return client.invalidateQueries();
    },
  });
  return (
    <Allowed permission={[`${resource.permission}:remove`]}>
      <Button
        icon={<SyncOutlined aria-hidden />}
        loading={refreshing.isPending}
        onClick={() => refreshing.mutate()}
      >
        {t('kit.list.refreshCache')}
      </Button>
    </Allowed>
  );
}
