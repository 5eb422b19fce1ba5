import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { connectLive, useLive, useLiveStatus } from '../../api/live/live.ts';
import { hasAnyPermission, useSession } from '../../api/session.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { readStoredToken } from '../../lib/token.ts';
import { currentLanguage } from '../i18n.ts';
import { mapPath, mapPaths, mapPermission } from '../menu/content-routes.ts';
import { listNotices, type Notice } from './notices.ts';
import { useBrowserNotices } from './use-browser-notices.ts';
import { useNoticeStack } from './use-notice-stack.tsx';

/** Keeps the live connection open while the shell is mounted. */
function useLiveConnection(): void {
  const userId = useSession(({ user }) => user?.userId);
  // Users without a department still receive messages addressed to them.
  const deptId = useSession(({ user }) => user?.deptId ?? 0);
  useEffect(() => {
    const token = readStoredToken();
    if (!userId || !token) return undefined;
    return connectLive({ userId, deptId, token });
  }, [userId, deptId]);
}

function NoticeText({ text, time }: { text: string; time: string }) {
  return (
    <>
      <p>{text}</p>
      <time dateTime={time}>{formatDateTime(time, currentLanguage())}</time>
    </>
  );
}

/** The alarm at its site on the map, which keeps its view if it is open; in the log for people without a map. */
function alarmPath(siteId: number, alarmId: number | undefined): string {
  if (!hasAnyPermission(mapPermission)) return `/alarm/log?alarm=${alarmId ?? ''}`;
  const { pathname, search } = location;
  const isOpen = mapPaths.has(pathname);
  const address = new URLSearchParams(isOpen ? search : '');
  address.set('site', String(siteId));
  if (alarmId !== undefined) address.set('alarm', String(alarmId));
  address.delete('station');
  // A new alarm is shown in the present.
  address.delete('hour');
  return `${isOpen ? pathname : mapPath}?${address}`;
}

/** Notifications of live events at the bottom right. */
export function LiveNotices() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { push, holder } = useNoticeStack(() => void navigate('/alarm/log?state=active'));
  const gaps = useLiveStatus((status) => status.gaps);
  const describe = ({ kind, siteName, facts, time, severity, event, isLost, siteId, alarmId }: Notice) => ({
    alarmId,
    title: isLost
      ? t('live.alarm.lost', { siteName })
      : t(event === 'ended' ? `live.${kind}.ended` : `live.${kind}.title`, { siteName }),
    description: (
      <NoticeText
        text={(facts['val'] === '' && facts['type']) || t(`live.${kind}.text`, facts)}
        time={time}
      />
    ),
    severity: event === 'ended' ? undefined : severity,
    isEnd: event === 'ended',
    ...(siteId !== undefined && { onClick: () => void navigate(alarmPath(siteId, alarmId)) }),
  });
  const translate = (key: string, params: Record<string, string>) => t(key, params);
  useLive('alarm', (payload) => push(listNotices(payload, currentLanguage(), translate).map(describe)));
  useBrowserNotices();
  useLiveConnection();
  const sayGap = useEffectEvent(() => push([{ title: t('live.gap') }]));
  useEffect(() => {
    if (gaps > 0) sayGap();
  }, [gaps]);
  return holder;
}
