import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import { endOwnSession, endSessionsElsewhere, listOwnSessions } from '@limpid/contract/system/profile';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';

export type OwnSession = ReplyValue<(typeof listOwnSessions)['reply']>[number];

/** Browser and operating system, as far as known. */
export function useDeviceName() {
  const { t } = useTranslation();
  return ({ browser, os }: OwnSession) =>
    [browser, os].filter((part) => part !== '-').join(' · ') || t('system.profile.sessions.unknown');
}

export function useSessions() {
  return useQuery({
    queryKey: [listOwnSessions.path],
    queryFn: ({ signal }) => call(listOwnSessions, { signal }),
  });
}

/** Ends one session, or all others, after a confirmation. */
export function useEndSessions() {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const nameOf = useDeviceName();
  const ending = useMutation({
    mutationFn: (session: OwnSession | undefined) =>
      session ? call(endOwnSession, { params: { id: session.id } }) : call(endSessionsElsewhere),
    onSuccess: (_, session) =>
      getNotifier().success(
        session ? t('system.profile.sessions.ended') : t('system.profile.sessions.endedOthers'),
      ),
    // After an error too: the session may have ended already.
    onSettled: () => client.invalidateQueries({ queryKey: [listOwnSessions.path] }),
  });
  return (session?: OwnSession) =>
    modal.confirm({
      title: session
        ? t('system.profile.sessions.endOf', { device: nameOf(session) })
        : t('system.profile.sessions.endOthersTitle'),
      content: session
        ? t('system.profile.sessions.endQuestion')
        : t('system.profile.sessions.endOthersQuestion'),
      okText: session ? t('system.profile.sessions.end') : t('system.profile.sessions.endOthers'),
      cancelText: t('kit.cancel'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      // Closes after errors too; the request layer shows them.
      onOk: () => new Promise<void>((close) => ending.mutate(session, { onSettled: () => close() })),
    });
}
