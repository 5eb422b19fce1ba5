import { Button, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../ui/ErrorState.tsx';
import { StatusDot } from '../ui/StatusDot.tsx';
import { ListPagination } from './ListPagination.tsx';
import { ResourceTable, type ResourceTableProps } from './ResourceTable.tsx';
import styles from './resource.module.css';

/** The table and its pages, or why there is none; rows that could not be brought up to date stay, and say so. */
export function ListBody(props: ResourceTableProps) {
  const { t } = useTranslation();
  const { list, resource } = props;
  if (list.error && !list.answer) {
    return (
      <ErrorState
        title={t('kit.states.listFailed')}
        detail={list.error.message}
        note={t('kit.states.searchKept')}
        retryText={t('kit.states.retry')}
        onRetry={list.refresh}
      />
    );
  }
  return (
    <>
      {list.error && (
        <div role="alert" className={styles.outdated}>
          <StatusDot look="warning" text={t('kit.states.outdated')} />
          <Button size="small" onClick={list.refresh}>
            {t('kit.states.retry')}
          </Button>
        </div>
      )}
      <Spin spinning={list.isFetching && !list.isPending} delay={200}>
        <ResourceTable {...props} />
      </Spin>
      {!resource.tree && <ListPagination list={list} />}
    </>
  );
}
