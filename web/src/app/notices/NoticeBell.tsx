import { BellOutlined } from '@ant-design/icons';
import type { OpenNotice } from '@limpid/contract/system/notice';
import { Badge, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BarPopover } from '../bar-controls/BarPopover.tsx';
import { NoticeDialog } from './NoticeDialog.tsx';
import { NoticeDrawer } from './NoticeDrawer.tsx';
import { NoticeList } from './NoticeList.tsx';
import styles from './notices.module.css';
import { useMarkRead, useTopNotices } from './use-notices.ts';

/** The bell in the top bar: the number of unread notices and a list of the newest. */
export function NoticeBell() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [isAllOpen, setAllOpen] = useState(false);
  const [read, setRead] = useState<OpenNotice>();
  const { data } = useTopNotices();
  const marking = useMarkRead();
  const unread = data?.unreadCount ?? 0;
  const name = unread > 0 ? t('shell.notices.unread', { count: unread }) : t('shell.notices.title');

  function show(notice: OpenNotice): void {
    setOpen(false);
    setRead(notice);
    if (!notice.isRead) marking.mutate(notice.noticeId);
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
            <NoticeList notices={data?.data ?? []} onChoose={show} />
            {foot}
          </div>
        }
        open={isOpen}
        onOpenChange={setOpen}
      />
      <NoticeDialog notice={read} onClose={() => setRead(undefined)} />
      <NoticeDrawer open={isAllOpen} onClose={() => setAllOpen(false)} onChoose={show} />
    </>
  );
}
