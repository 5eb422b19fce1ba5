import { BellOutlined } from '@ant-design/icons';
import type { PieceOfNews } from '@limpid/contract/system/notice';
import { Badge, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BarPopover } from '../shell/BarPopover.tsx';
import { NewsDialog } from './NewsDialog.tsx';
import { NewsDrawer } from './NewsDrawer.tsx';
import { NewsList } from './NewsList.tsx';
import styles from './notices.module.css';
import { useMarkRead, useNews } from './use-news.ts';

/** The bell in the top bar: how much is unread, the newest of it, and the way to the rest. */
export function NoticeBell() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [isAllOpen, setAllOpen] = useState(false);
  const [read, setRead] = useState<PieceOfNews>();
  const { data } = useNews();
  const marking = useMarkRead();
  const unread = data?.unreadCount ?? 0;
  const name = unread > 0 ? t('shell.notices.unread', { count: unread }) : t('shell.notices.title');

  function show(news: PieceOfNews): void {
    setOpen(false);
    setRead(news);
    if (!news.isRead) marking.mutate(news.noticeId);
  }

  const foot = (
    <div className={styles.foot}>
      <Button type="link" size="small" disabled={unread === 0} onClick={() => marking.mutate('all')}>
        {t('shell.notices.readAll')}
      </Button>
      <Button
        type="link"
        size="small"
        onClick={() => {
          setOpen(false);
          setAllOpen(true);
        }}
      >
        {t('shell.notices.all')}
      </Button>
    </div>
  );
  return (
    <>
      <BarPopover
        title={t('shell.notices.title')}
        name={name}
        icon={
          <Badge count={unread} size="small" overflowCount={99}>
            <BellOutlined aria-hidden />
          </Badge>
        }
        content={
          <div className={styles.box}>
            <NewsList news={data?.data ?? []} onChoose={show} />
            {foot}
          </div>
        }
        open={isOpen}
        onOpenChange={setOpen}
      />
      <NewsDialog news={read} onClose={() => setRead(undefined)} />
      <NewsDrawer open={isAllOpen} onClose={() => setAllOpen(false)} onChoose={show} />
    </>
  );
}
