import {
  type AlarmOutcome,
  acknowledgeAlarms,
  clearAlarms,
  commentAlarms,
  muteAlarms,
  unmuteAlarms,
} from '@limpid/contract/alarm/alarm-action';
import { alarmLog } from '@limpid/contract/alarm/alarm-log';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { getNotifier } from '../../api/notifier.ts';
import { invalidatePath } from '../../resource/row/use-resource-writes.ts';

export type AlarmActionKind = 'acknowledge' | 'comment' | 'mute' | 'unmute' | 'clear';

interface AlarmActionInput {
  kind: AlarmActionKind;
  alarmIds: number[];
  comment?: string | undefined;
  /** Until when alarms are muted, in epoch milliseconds. */
  until?: number | undefined;
}

/** The permission of each action. */
export const actionPermissions: Record<AlarmActionKind, string> = {
  acknowledge: acknowledgeAlarms.access.permission,
  comment: commentAlarms.access.permission,
  mute: muteAlarms.access.permission,
  unmute: unmuteAlarms.access.permission,
  clear: clearAlarms.access.permission,
};

function send({ kind, alarmIds, comment, until = 0 }: AlarmActionInput): Promise<AlarmOutcome> {
  const body = { alarmIds, ...(comment && { comment }) };
  if (kind === 'acknowledge') return call(acknowledgeAlarms, { body });
  if (kind === 'comment') return call(commentAlarms, { body: { alarmIds, comment: comment ?? '' } });
  if (kind === 'mute') return call(muteAlarms, { body: { ...body, until } });
  if (kind === 'unmute') return call(unmuteAlarms, { body });
  return call(clearAlarms, { body });
}

/** Acts on alarms, and says if some of them did not change. */
export function useAlarmAction() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess({ changed, unchanged }, { kind }) {
      if (changed > 0) getNotifier().success(t(`alarm.log.done.${kind}`, { count: changed }));
      if (unchanged > 0) getNotifier().warning(t('alarm.log.done.unchanged', { count: unchanged }));
    },
    onSettled: () => invalidatePath(client, alarmLog.path),
  });
}
