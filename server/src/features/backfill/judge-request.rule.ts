import type { BackfillReason, BackfillState } from '@limpid/contract/backfill/backfill';
import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';

/** Rows that came before the result may be stored a little after it. */
export const storingMs = 10 * SECOND_MS;
/** Roll-ups that do not come hold no request up. */
const countingMs = 5 * MINUTE_MS;

interface Command {
  /** Its state in the device log. */
  state: string;
  endedAt: number | null;
}

interface Counted {
  missing: number;
  arrived: number;
  /** No hour of the period waits for its roll-up. */
  isCounted: boolean;
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
  const since = now - command.endedAt;
  if (since < storingMs || (!counted.isCounted && since < countingMs)) return undefined;
  return end(reasons[command.state] ?? 'failed', counted);
}

function end(reason: BackfillReason, { missing, arrived }: Pick<Counted, 'missing' | 'arrived'>): End {
  if (arrived >= missing) return { state: 'answered', reason: null };
  if (arrived > 0 || reason === 'noData') return { state: 'incomplete', reason };
  return { state: reason === 'refused' ? 'refused' : 'failed', reason };
}
