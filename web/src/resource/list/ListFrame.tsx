import { Button, Spin } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import styles from '../resource.module.css';
import type { ResourceList } from './use-resource-list.ts';

interface ListFrameProps {
  list: ResourceList;
  /** Other rows are loading; the visible ones are dimmed. */
  isBusy: boolean;
  children: ReactNode;
}

/** The rows, or the error if there are none; rows that could not be refreshed stay, with a warning. */
export function ListFrame({ list, isBusy, children }: ListFrameProps) {
  const { t } = useTranslation();
  if (list.error && !list.response) {
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
      <Spin spinning={isBusy} delay={200}>
        {children}
      </Spin>
    </>
  );
}
