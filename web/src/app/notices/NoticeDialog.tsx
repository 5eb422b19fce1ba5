import type { OpenNotice } from '@limpid/contract/system/notice';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../lib/dates.ts';
import { RichText } from '../../ui/rich-text/RichText.tsx';
import { toRem } from '../../ui/scale.ts';
import { currentLanguage } from '../i18n.ts';
import styles from './notices.module.css';

/** The content of one notice. */
export function NoticeDialog({ notice, onClose }: { notice: OpenNotice | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      open={notice !== undefined}
      title={notice?.noticeTitle}
      width={toRem(640)}
      footer={null}
      closable={{ 'aria-label': t('shell.notices.close') }}
      onCancel={onClose}
      destroyOnHidden
    >
      {notice && (
        <article>
          <p className={styles.facts}>
            {notice.createBy} · {formatDateTime(notice.createTime, currentLanguage())}
          </p>
          <RichText html={notice.noticeContent} />
        </article>
      )}
    </Modal>
  );
}
