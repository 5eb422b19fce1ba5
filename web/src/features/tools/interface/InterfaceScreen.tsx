import { DownloadOutlined } from '@ant-design/icons';
import { openApi } from '@limpid/contract/tools/openapi';
import { useQuery } from '@tanstack/react-query';
import { Input, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callRaw, download } from '../../../api/call.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { type ApiDocument, findOperations, listOperations } from './api-document.ts';
import styles from './interface.module.css';
import { OperationDetail } from './OperationDetail.tsx';
import { OperationList } from './OperationList.tsx';

/** The API of this server, to read and try. */
export default function InterfaceScreen() {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [chosenId, setChosenId] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: [openApi.path],
    // A test of the server checks this form of the document.
    queryFn: async ({ signal }) => (await callRaw(openApi, { signal })) as unknown as ApiDocument,
  });
  const operations = useMemo(() => (data ? listOperations(data) : []), [data]);
  const titleOf = (area: string) => t(`${area}.title`);
  const found = findOperations(operations, search, titleOf);
  const chosen = operations.find(({ id }) => id === chosenId);
  if (error)
    return (
      <ErrorState
        title={t('tools.interface.failed')}
        detail={error.message}
        retryText={t('kit.states.retry')}
        onRetry={() => void refetch()}
      />
    );
  return (
    <section aria-label={t('tools.interface.title')} className={styles.screen}>
      <div className={styles.side}>
        <div className={styles.tools}>
          <Input.Search
            allowClear
            value={search}
            aria-label={t('tools.interface.search')}
            placeholder={t('tools.interface.search')}
            onChange={(event) => setSearch(event.target.value)}
          />
          <IconButton
            name={t('tools.interface.download')}
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => void download(openApi)}
          />
        </div>
        <output className={styles.count}>{t('tools.interface.count', { count: found.length })}</output>
        {data ? (
          <OperationList operations={found} chosen={chosenId} titleOf={titleOf} onChoose={setChosenId} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 12 }} />
        )}
      </div>
      <div className={styles.main}>
        {chosen ? (
          <OperationDetail key={chosen.id} operation={chosen} title={titleOf(chosen.area)} />
        ) : (
          <EmptyState title={t('tools.interface.choose')} hint={t('tools.interface.chooseHint')} />
        )}
      </div>
    </section>
  );
}
