import type { BackfillReason, BackfillState } from '@limpid/contract/backfill/backfill';
import { SECOND_MS } from '@limpid/contract/durations';

/** Rows that came before the result may be stored a little after it. */
export const storingMs = 10 * SECOND_MS;

interface Command {
  /** Its state in the device log. */
  state: string;
  endedAt: number | null;
}

interface Counted {
  missing: number;
  arrived: number;
}

type End = { state: BackfillState; reason: BackfillReason | null };

const reasons: Readonly<Record<string, BackfillReason>> = {
  timedOut: 'timedOut',
  refused: 'refused',
  interrupted: 'interrupted',
  cancelled: 'cancelled',
  offline: 'offline',
  // The device has answered, and has nothing (more) to send.
  done: 'noData',
  noValue: 'noData',
};

/** How a request ends by its command and the rows that have come; undefined while it is under way. */
export function judgeRequest(command: Command | undefined, counted: Counted, now: number): End | undefined {
  const { missing, arrived } = counted;
  if (!command) return end('interrupted', counted);
  if (command.endedAt === null) return undefined;
  if (arrived >= missing) return { state: 'answered', reason: null };
  if (now - command.endedAt < storingMs) return undefined;
  return end(reasons[command.state] ?? 'failed', counted);
}

function end(reason: BackfillReason, { missing, arrived }: Counted): End {
  if (arrived >= missing) return { state: 'answered', reason: null };
  if (arrived > 0 || reason === 'noData') return { state: 'incomplete', reason };
  return { state: reason === 'refused' ? 'refused' : 'failed', reason };
}
