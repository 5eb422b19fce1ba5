import { serverNow } from '../../../api/server-clock.ts';
import { hasAnyPermission, useSession } from '../../../api/session.ts';
import { type AlarmRow, readMoment } from '../../../query/alarms/alarm.ts';
import { type AlarmActionKind, actionPermissions } from '../../../query/alarms/use-alarm-action.ts';

/** Whether messages about the alarm are muted now. */
export function isMuted({ mutedUntil, endedAt }: AlarmRow): boolean {
  if (!mutedUntil || endedAt) return false;
  return readMoment(mutedUntil, useSession.getState().zone) > serverNow();
}

/** What the user may do about an alarm in its present state. */
export function listActions(row: AlarmRow): AlarmActionKind[] {
  const isRunning = !row.endedAt;
  const possible: Record<AlarmActionKind, boolean> = {
    acknowledge: !row.acknowledgedAt,
    clear: isRunning,
    mute: isRunning && !isMuted(row),
    unmute: isMuted(row),
    comment: true,
  };
  const kinds: AlarmActionKind[] = ['acknowledge', 'clear', 'mute', 'unmute', 'comment'];
  return kinds.filter((kind) => possible[kind] && hasAnyPermission(actionPermissions[kind]));
}
