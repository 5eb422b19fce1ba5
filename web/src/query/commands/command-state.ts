import { type CommandState, openCommandStates } from '@limpid/contract/device/device-log';

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

/** The look of the dot beside the state of a command. */
export function commandLook(state: string | null): string | undefined {
  return (looks as Record<string, string>)[state ?? ''];
}

/** Whether a command has not ended yet. */
export function isCommandOpen(state: string | null): boolean {
  return openCommandStates.includes(state ?? '');
}

/** Whether the device has said that it does not execute a command. */
export function isRejected(state: string | null): boolean {
  return state === 'refused' || state === 'failed';
}
