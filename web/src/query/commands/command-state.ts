import { orderPermission } from '@limpid/contract/device/command-action';
import type { CommandState } from '@limpid/contract/device/device-log';
import { hasAnyPermission } from '../../api/session.ts';

const looks: Record<CommandState, string> = {
  queued: 'info',
  sent: 'primary',
  accepted: 'primary',
  answered: 'primary',
  done: 'success',
  noValue: 'warning',
  failed: 'danger',
  refused: 'danger',
  timedOut: 'danger',
  interrupted: 'warning',
  cancelled: 'info',
  offline: 'info',
};
const openStates: readonly string[] = ['queued', 'sent', 'accepted', 'answered'];

/** The look of the dot beside the state of a command. */
export function commandLook(state: string | null): string | undefined {
  return (looks as Record<string, string>)[state ?? ''];
}

/** Whether a command has not ended yet. */
export function isCommandOpen(state: string | null): boolean {
  return openStates.includes(state ?? '');
}

/** Whether the user may cancel a command: it has not ended, and they may order such commands. */
export function mayCancelCommand(state: string | null, commandType: string | null): boolean {
  const permission = orderPermission(commandType ?? '');
  return isCommandOpen(state) && permission !== undefined && hasAnyPermission(permission);
}
