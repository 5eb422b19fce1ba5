import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { connectLive, useLive, useLiveStatus } from '../../api/live/live.ts';
import { useSession } from '../../api/session.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { readStoredToken } from '../../lib/token.ts';
import { currentLanguage } from '../i18n.ts';
import { listNotices, type Notice } from './notices.ts';
import { useNoticeStack } from './use-notice-stack.tsx';

/** Listens for as long as the shell is there, on behalf of everything in it. */
function useLiveConnection(): void {
  const userId = useSession(({ user }) => user?.userId);
  // Who has no department still hears what is said to them.
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

/** What has just happened, at the bottom right for ten seconds. */
export function LiveNotices() {
  const { t } = useTranslation();
  const { push, holder } = useNoticeStack();
  const gaps = useLiveStatus((status) => status.gaps);
  const describe = ({ kind, siteName, facts, time }: Notice) => ({
    title: t(`live.${kind}.title`, { siteName }),
    description: <NoticeText text={t(`live.${kind}.text`, facts)} time={time} />,
  });
  useLive('alarm', (payload) => push(listNotices(payload, currentLanguage()).map(describe)));
  useLiveConnection();
  const sayGap = useEffectEvent(() => push([{ title: t('live.gap') }]));
  useEffect(() => {
    if (gaps > 0) sayGap();
  }, [gaps]);
  return holder;
}
