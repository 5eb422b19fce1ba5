import { SECOND_MS } from '@limpid/contract/durations';
import type { OpenOrder, OpenRun } from './order.ts';

/** A controller that ends a jog by itself gets this long after it, before the platform switches it off. */
export const jogGraceMs = 5 * SECOND_MS;
/** Orders to switch on are tried this often within their time. */
export const maxAttempts = 3;
export const retryPauseMs = SECOND_MS;
const longestPauseMs = 30 * SECOND_MS;

export interface CannonWork {
  /** Orders that have not ended, oldest first. */
  orders: readonly OpenOrder[];
  run: OpenRun | undefined;
  now: number;
  /** The run has exceeded its time by the monotonic clock. */
  isOverdue: boolean;
  /** Whether the cannon can say that it has stopped. */
  canRead: boolean;
}

/** What has to be done next for a cannon. */
export type CannonStep =
  /** An order was sent by a process that is gone, or could not be followed to its end. */
  | { kind: 'interrupt'; order: OpenOrder }
  | { kind: 'supersede'; orders: readonly OpenOrder[] }
  | { kind: 'expire'; order: OpenOrder }
  | { kind: 'test'; order: OpenOrder }
  | { kind: 'send'; order: OpenOrder }
  /** The run is over: the platform ends it. */
  | { kind: 'stop'; reason: 'jog' | 'limit' }
  /** The controller has ended the jog by itself and cannot say so. */
  | { kind: 'endJog' };

/** Finds the next step for a cannon that nothing is being done for; undefined if there is nothing to do now. */
export function planStep(work: CannonWork): CannonStep | undefined {
  const { orders, run, now } = work;
  const interrupted = orders.find(({ state, action }) => state === 'sent' && action !== 'off');
  if (interrupted) return { kind: 'interrupt', order: interrupted };
  const test = orders.find(({ action }) => action === 'test');
  if (test) return isExpired(test, now) ? { kind: 'expire', order: test } : { kind: 'test', order: test };
  const order = orders.at(-1);
  if (orders.length > 1) return { kind: 'supersede', orders: orders.slice(0, -1) };
  if (order && isExpired(order, now)) return { kind: 'expire', order };
  if (order && isDue(order, now)) return { kind: 'send', order };
  if (run && order?.action !== 'off') return planEnd(run, work);
  return undefined;
}

/** No order waits, or is valid, for longer than this: a moment further away means that the clock was set back. */
const longestAheadMs = 2 * longestPauseMs;

/** Only orders to switch on expire: a late one would start a cannon unexpectedly. */
function isExpired({ expiresAt }: OpenOrder, now: number): boolean {
  return expiresAt !== null && (now >= expiresAt || expiresAt - now > longestAheadMs);
}

/** Whether an order is to be sent now. */
function isDue({ nextAt }: OpenOrder, now: number): boolean {
  return nextAt <= now || nextAt - now > longestAheadMs;
}

function planEnd(
  { startedAt, stopBy, jogSeconds, isSelfTimed }: OpenRun,
  { now, isOverdue, canRead }: CannonWork,
): CannonStep | undefined {
  const jogEnd = jogSeconds === null ? undefined : startedAt + jogSeconds * SECOND_MS;
  if (jogEnd !== undefined && isSelfTimed && !canRead && (isOverdue || now >= jogEnd))
    return { kind: 'endJog' };
  if (stopBy === null || !(isOverdue || now >= stopBy)) return undefined;
  return { kind: 'stop', reason: jogEnd !== undefined && !isSelfTimed ? 'jog' : 'limit' };
}

/** How long to wait before an order to switch off is repeated: it is, for as long as it takes. */
export function offPauseMs(attempts: number): number {
  return Math.min(retryPauseMs * 2 ** Math.min(attempts, 10), longestPauseMs);
}

/** When the platform ends a run at the latest. */
export function findStopBy(
  { action, seconds, maxSeconds }: Pick<OpenOrder, 'action' | 'seconds' | 'maxSeconds'>,
  { now, maxRunMs, timesJog }: { now: number; maxRunMs: number; timesJog: boolean },
): number {
  if (action !== 'jog') return now + Math.min(maxRunMs, (maxSeconds ?? Number.POSITIVE_INFINITY) * SECOND_MS);
  return now + Math.min(maxRunMs, (seconds ?? 0) * SECOND_MS) + (timesJog ? jogGraceMs : 0);
}
