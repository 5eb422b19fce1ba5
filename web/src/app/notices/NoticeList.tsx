import type { OpenNotice } from '@limpid/contract/system/notice';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../lib/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { currentLanguage } from '../i18n.ts';
import styles from './notices.module.css';

interface NoticeListProps {
  notices: OpenNotice[];
  onChoose: (notice: OpenNotice) => void;
}

export function NoticeList({ notices, onChoose }: NoticeListProps) {
  const { t } = useTranslation();
  if (notices.length === 0)
    return <EmptyState title={t('shell.notices.none')} hint={t('shell.notices.noneHint')} />;
  return (
    <ul className={styles.list}>
      {notices.map((one) => (
        <li key={one.noticeId}>
          <button
            type="button"
            className={styles.item}
            data-unread={!one.isRead}
            onClick={() => onChoose(one)}
          >
            <span className={styles.title}>
              {one.noticeTitle}
              {!one.isRead && <span className="visually-hidden"> {t('shell.notices.new')}</span>}
            </span>
            <small>
              {one.createBy} · {formatDateTime(one.createTime, currentLanguage())}
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
}
