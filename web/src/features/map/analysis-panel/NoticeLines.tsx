import { MINUTE_MS } from '@limpid/contract/durations';
import { listTopNotices, markNoticeRead, type OpenNotice } from '@limpid/contract/system/notice';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { RichText } from '../../../ui/rich-text/RichText.tsx';
import parts from '../panel-parts.module.css';
import styles from './analysis-panel.module.css';

/** Shares its query with the bell in the top bar. */
const noticesKey = '/system/notice/news';
const most = 3;
const refetchMs = 5 * MINUTE_MS;

/** The newest notices; each unfolds in place. */
export function NoticeLines() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [noticesKey, 'top'],
    queryFn: ({ signal }) => call(listTopNotices, { quiet: true, signal }),
    refetchInterval: refetchMs,
  });
  const notices = data?.data.slice(0, most);
  return (
    <section className={parts.block}>
      <h3>{t('map.analysis.notices.title')}</h3>
      {notices?.length === 0 && <p className={styles.soft}>{t('shell.notices.none')}</p>}
      {notices?.map((one) => (
        <NoticeLine key={one.noticeId} notice={one} />
      ))}
    </section>
  );
}

function NoticeLine({ notice }: { notice: OpenNotice }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();

  async function markRead(): Promise<void> {
    await call(markNoticeRead, { query: { noticeId: notice.noticeId } });
    await client.invalidateQueries({ queryKey: [noticesKey] });
  }

  return (
    <details
      className={styles.notice}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && !notice.isRead) void markRead();
      }}
    >
      <summary>
        <span className={styles.noticeTitle} data-unread={!notice.isRead}>
          {notice.noticeTitle}
          {!notice.isRead && <span className="visually-hidden"> {t('shell.notices.new')}</span>}
        </span>
        <span className={styles.soft}>{formatDateTime(notice.createTime, language).slice(0, -3)}</span>
      </summary>
      <RichText html={notice.noticeContent} />
    </details>
  );
}
