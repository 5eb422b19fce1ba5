import { type Severity, severities } from '@limpid/contract/alarm/alarm-rule';
import { type NotificationArgsProps, notification } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SeverityIcon } from '../../ui/severity/SeverityMark.tsx';
import { severityClass } from '../../ui/severity/severity.ts';
import { phoneQuery } from '../../ui/use-media.ts';
import styles from './live.module.css';
import { keepLatest, shareRoom } from './notices.ts';

const seconds = 10;
const moreKey = 'live-more';

type Words = Pick<NotificationArgsProps, 'title' | 'description' | 'onClick'> & {
  /** A later notice of the same alarm replaces the earlier one. */
  alarmId?: number | undefined;
  severity?: Severity | undefined;
  /** Tells of the end of an alarm. */
  isEnd?: boolean;
};

/** Notifications at the bottom right: at most three (on a phone one), the rest as a number, which opens all. */
export function useNoticeStack(openAll: () => void): { push(notices: Words[]): void; holder: ReactNode } {
  const { t } = useTranslation();
  const [api, holder] = notification.useNotification({
    placement: 'bottomRight',
    // Room for three and the number, so that the stack never collapses; hovering over one pauses all.
    stack: { threshold: 5 },
  });
  const shown = useRef(new Set<string>());
  const more = useRef<Words[]>([]);
  const count = useRef(0);

  function open(key: string, words: Words, onClose: () => void, duration: number | false = seconds): void {
    const leave = () => {
      api.destroy(key);
      onClose();
    };
    const { severity, isEnd = false, onClick, title, description } = words;
    const look = severity && severityClass(severity);
    const args: NotificationArgsProps = {
      title,
      description,
      key,
      duration,
      role: 'status',
      className: [styles.notice, look, onClick && styles.opens, isEnd && styles.end]
        .filter(Boolean)
        .join(' '),
      ...(severity && { icon: <SeverityIcon severity={severity} name={t(`alarm.severity.${severity}`)} /> }),
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

  const nameKey = ({ alarmId }: Words) =>
    alarmId === undefined ? `live-${(count.current += 1)}` : `alarm-${alarmId}`;

  function show(notices: Words[]): void {
    const keyed = notices.map((words) => ({ words, key: nameKey(words) }));
    const added = keyed.filter(({ key }) => !shown.current.has(key));
    const room = shareRoom(shown.current.size, added.length, matchMedia(phoneQuery).matches);
    const left = new Set(added.slice(room.open));
    for (const one of keyed) {
      if (left.has(one)) continue;
      shown.current.add(one.key);
      open(one.key, one.words, () => shown.current.delete(one.key));
    }
    if (left.size === 0) return;
    more.current = keepLatest([...more.current, ...[...left].map(({ words }) => words)]);
    const highest = severities.findLast((one) => more.current.some(({ severity }) => severity === one));
    const title = t('live.more', { count: more.current.length });
    open(moreKey, { title, severity: highest, onClick: openAll }, () => (more.current = []));
  }

  const push = useWhenVisible(show);
  return { push, holder };
}

/** Keeps notices back while nobody can see the page, and shows the latest of each alarm afterwards. */
function useWhenVisible(show: (notices: Words[]) => void): (notices: Words[]) => void {
  const waiting = useRef<Words[]>([]);
  const showWaiting = useEffectEvent(() => {
    const notices = waiting.current;
    waiting.current = [];
    if (notices.length > 0) show(notices);
  });
  useEffect(() => {
    const listener = () => document.visibilityState === 'visible' && showWaiting();
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  }, []);
  return (notices) => {
    if (document.visibilityState === 'visible') show(keepLatest(notices));
    else waiting.current = keepLatest([...waiting.current, ...notices]).slice(-mostWaiting);
  };
}

/** A tab may be hidden for days. */
const mostWaiting = 1000;
