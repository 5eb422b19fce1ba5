import { SECOND_MS } from '@limpid/contract/durations';
import type { Uptime } from '../../../platform/uptime.ts';
import { hasExpired, longestAheadMs } from '../drivers/expiry.rule.ts';
import type { OpenOrder, OpenRun } from './order.ts';

/** A controller that ends a jog by itself gets this long after it, before the platform switches it off. */
export const jogGraceMs = 5 * SECOND_MS;
/** Orders to switch on are tried this often within their time. */
export const maxAttempts = 3;
export const retryPauseMs = SECOND_MS;
const longestPauseMs = 30 * SECOND_MS;

/** Failures that may be gone after a moment. */
export const temporaryFailures: readonly string[] = [
  'fog.disconnected',
  'fog.no_answer',
  'fog.other_unit',
  'fog.dtu_missing',
  'outbound.connection',
  'outbound.timeout',
  'outbound.unresolved',
];

export interface CannonWork {
  /** Orders that have not ended, oldest first. */
  orders: readonly OpenOrder[];
  run: OpenRun | undefined;
  now: number;
  uptime: Uptime;
  /** Whether the cannon can say that it has stopped. */
  canRead: boolean;
  /** This process stops, and no other one controls cannons: nothing is switched on. */
  isEnding?: boolean;
}

/** Why the platform ends a run: its jog or its longest time is over, or how long it has lasted is not known. */
export type StopReason = 'jog' | 'limit' | 'interrupted';

/** What has to be done next for a cannon. */
export type CannonStep =
  /** An order was sent by a process that is gone, or could not be followed to its end. */
  | { kind: 'interrupt'; order: OpenOrder }
  | { kind: 'supersede'; orders: readonly OpenOrder[] }
  | { kind: 'expire'; order: OpenOrder }
  | { kind: 'test'; order: OpenOrder }
  | { kind: 'send'; order: OpenOrder }
  /** The run is over: the platform ends it. */
  | { kind: 'stop'; run: OpenRun; reason: StopReason }
  /** The controller has ended the jog by itself and cannot say so. */
  | { kind: 'endJog'; run: OpenRun };

/** Finds the next step for a cannon that nothing is being done for; undefined if there is nothing to do now. */
export function planStep(work: CannonWork): CannonStep | undefined {
  const { orders } = work;
  const interrupted = orders.find(({ state, action }) => state === 'sent' && action !== 'off');
  if (interrupted) return { kind: 'interrupt', order: interrupted };
  // Tests wait: a controller that does not answer them must not hold up the end of a run.
  return (
    planSwitching({ ...work, orders: orders.filter(({ action }) => action !== 'test') }) ?? planTest(work)
  );
}

function planTest({ orders, now }: CannonWork): CannonStep | undefined {
  const order = orders.find(({ action }) => action === 'test');
  return order && { kind: hasExpired(order, now) ? 'expire' : 'test', order };
}

function planSwitching(work: CannonWork): CannonStep | undefined {
  const { orders, run, now, isEnding = false } = work;
  // Before it supersedes an order to switch off.
  const start = isEnding ? orders.find(({ action }) => action !== 'off') : undefined;
  if (start) return planDrop(start, run);
  const order = orders.at(-1);
  if (orders.length > 1) return { kind: 'supersede', orders: orders.slice(0, -1) };
  if (order && hasExpired(order, now)) return planDrop(order, run);
  // A run that is over is not begun again by another attempt.
  const end = run && order?.action !== 'off' ? planEnd(run, work) : undefined;
  if (end && run?.orderId === order?.orderId) return end;
  if (order && isDue(order, now)) return { kind: 'send', order };
  return end;
}

/** With a run an order may have arrived, and no attempt is left to find out. */
function planDrop(order: OpenOrder, run: OpenRun | undefined): CannonStep {
  return { kind: run?.orderId === order.orderId ? 'interrupt' : 'expire', order };
}

/** Whether an order is to be sent now: only one that is repeated waits. */
function isDue({ state, attempts, nextAt }: OpenOrder, now: number): boolean {
  const isRepeated = state === 'queued' && attempts > 0;
  return !isRepeated || nextAt <= now || nextAt - now > longestAheadMs;
}

function planEnd(run: OpenRun, { now, uptime, canRead }: CannonWork): CannonStep | undefined {
  const { startedAt, stopBy, jogSeconds, isSelfTimed } = run;
  const moment = { now, uptime };
  if (jogSeconds !== null && isSelfTimed && !canRead && hasLasted(run, jogSeconds * SECOND_MS, moment))
    return { kind: 'endJog', run };
  if (stopBy === null) return undefined;
  if (hasLasted(run, stopBy - startedAt, moment))
    return { kind: 'stop', run, reason: jogSeconds !== null && !isSelfTimed ? 'jog' : 'limit' };
  // A controller ends its jog by itself; only a clock that was set back keeps its run open for long.
  const isUnknown = findRanMs(run, uptime) === undefined && (!isSelfTimed || now < startedAt);
  return isUnknown ? { kind: 'stop', run, reason: 'interrupted' } : undefined;
}

/** How long a run has lasted by the monotonic clock; undefined if unknown. */
export function findRanMs({ bootId, bootMs }: OpenRun, uptime: Uptime): number | undefined {
  if (bootMs === null || bootId !== uptime.bootId || uptime.ms < bootMs) return undefined;
  return uptime.ms - bootMs;
}

/** Whether a run has lasted this long, by whichever clock says so first. */
export function hasLasted(
  run: OpenRun,
  ms: number,
  { now, uptime }: Pick<CannonWork, 'now' | 'uptime'>,
): boolean {
  return now - run.startedAt >= ms || (findRanMs(run, uptime) ?? 0) >= ms;
}

/** How long to wait before an order to switch off is repeated: it is, for as long as it takes. */
export function offPauseMs(attempts: number): number {
  return Math.min(retryPauseMs * 2 ** Math.min(attempts, 10), longestPauseMs);
}

/** After how long the platform ends a run at the latest. */
export function findLongestMs(
  { action, seconds, maxSeconds }: Pick<OpenOrder, 'action' | 'seconds' | 'maxSeconds'>,
  { maxRunMs, timesJog }: { maxRunMs: number; timesJog: boolean },
): number {
  if (action !== 'jog') return Math.min(maxRunMs, (maxSeconds ?? Number.POSITIVE_INFINITY) * SECOND_MS);
  return Math.min(maxRunMs, (seconds ?? 0) * SECOND_MS) + (timesJog ? jogGraceMs : 0);
}
