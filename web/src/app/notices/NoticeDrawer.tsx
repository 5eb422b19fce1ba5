import type { OpenNotice } from '@limpid/contract/system/notice';
import { Drawer, Pagination, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { NoticeList } from './NoticeList.tsx';
import { noticePageSize, useNoticePage } from './use-notices.ts';

interface NoticeDrawerProps {
  open: boolean;
  onClose: () => void;
  onChoose: (notice: OpenNotice) => void;
}

/** All notices, in pages. */
export function NoticeDrawer({ open, onClose, onChoose }: NoticeDrawerProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useNoticePage(page, open);
  return (
    <Drawer
      open={open}
      title={t('shell.notices.all')}
      closable={{ 'aria-label': t('shell.notices.close') }}
      onClose={onClose}
      size="min(100vw, 420px)"
    >
      {error && (
        <ErrorState
          title={t('shell.notices.failed')}
          detail={error.message}
          retryText={t('kit.states.retry')}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {data && <NoticeList notices={data.rows} onChoose={onChoose} />}
      <Pagination
        hideOnSinglePage
        simple
        align="center"
        current={page}
        pageSize={noticePageSize}
        total={data?.total ?? 0}
        onChange={setPage}
      />
    </Drawer>
  );
}
