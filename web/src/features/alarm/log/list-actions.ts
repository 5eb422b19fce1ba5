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

interface Clearing {
  /** Whether the condition of one of the alarms is still met. */
  isMet: boolean;
  /** After how many minutes the first of these alarms returns; undefined if none does. */
  minutes: number | undefined;
}

/** Clearing an alarm whose condition is still met says so, and when it returns. */
export function describeClearing(
  kind: AlarmActionKind,
  rows: readonly Pick<AlarmRow, 'isMet' | 'remindMinutes'>[],
): Clearing {
  const met = kind === 'clear' ? rows.filter(({ isMet }) => isMet) : [];
  const minutes = met.map(({ remindMinutes }) => remindMinutes ?? 0).filter((one) => one > 0);
  return { isMet: met.length > 0, minutes: minutes.length > 0 ? Math.min(...minutes) : undefined };
}
