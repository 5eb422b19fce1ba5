import type { Severity } from '@limpid/contract/alarm/alarm-rule';
import { type NotificationArgsProps, notification } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SeverityIcon } from '../../ui/severity/SeverityMark.tsx';
import { severityClass } from '../../ui/severity/severity.ts';
import styles from './live.module.css';
import { shareRoom } from './notices.ts';

const seconds = 10;
const moreKey = 'live-more';

type Words = Pick<NotificationArgsProps, 'title' | 'description' | 'onClick'> & {
  severity?: Severity | undefined;
  /** Tells of the end of an alarm. */
  isEnd?: boolean;
};

/** Notifications at the bottom right: at most three, the rest as a number. */
export function useNoticeStack(): { push(notices: Words[]): void; holder: ReactNode } {
  const { t } = useTranslation();
  const [api, holder] = notification.useNotification({
    placement: 'bottomRight',
    // Room for three and the number, so that the stack never collapses; hovering over one pauses all.
    stack: { threshold: 5 },
  });
  const shown = useRef(new Set<string>());
  const more = useRef(0);
  const count = useRef(0);

  function open(key: string, words: Words, onClose: () => void, duration: number | false = seconds): void {
    const leave = () => {
      api.destroy(key);
      onClose();
    };
    const { severity, isEnd = false, onClick, ...texts } = words;
    const look = severity && severityClass(severity);
    const args: NotificationArgsProps = {
      ...texts,
      key,
      duration,
      role: 'status',
      className: [styles.notice, look, onClick && styles.opens, isEnd && styles.end]
        .filter(Boolean)
        .join(' '),
      ...(severity && { icon: <SeverityIcon severity={severity} /> }),
      ...(onClick && {
        onClick: () => {
          leave();
          onClick();
        },
      }),
      closable: { 'aria-label': t('live.dismiss') },
      onClose,
      props: {
        // Focus pauses a notification as hovering does.
        onFocus: () => duration !== false && open(key, words, onClose, false),
        onBlur: () => open(key, words, onClose),
        ...(onClick && { tabIndex: 0 }),
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key === 'Escape') leave();
          if (event.key === 'Enter' && event.target === event.currentTarget && onClick) {
            leave();
            onClick();
          }
        },
      },
    };
    if (isEnd) api.success(args);
    else api.warning(args);
  }

  function push(notices: Words[]): void {
    const room = shareRoom(shown.current.size, notices.length);
    for (const words of notices.slice(0, room.open)) {
      const key = `live-${(count.current += 1)}`;
      shown.current.add(key);
      open(key, words, () => shown.current.delete(key));
    }
    if (room.more === 0) return;
    more.current += room.more;
    open(moreKey, { title: t('live.more', { count: more.current }) }, () => (more.current = 0));
  }
  return { push, holder };
}
