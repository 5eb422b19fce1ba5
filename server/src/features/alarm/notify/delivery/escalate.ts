import { MINUTE_MS } from '@limpid/contract/durations';
import { type Pool, transact } from '../../../../platform/db/transaction.ts';
import { assertLease, type Lease } from '../../../../platform/lease/lease.store.ts';
import { insertDeliveries, insertMissedSteps, type MissedStep, type NewDelivery } from './delivery.store.ts';
import { groupWindowMs } from './expand.ts';
import { readReceivers } from './receivers.store.ts';
import { findLateReceivers, type Receivers, type Rota, reachesSite } from './route.rule.ts';
import { findNextShift, findShifts } from './schedule.rule.ts';
import { type DueTimer, insertTimers, type NewTimer, takeDueTimers } from './timer.store.ts';

const timersAtOnce = 200;

/** What becomes of a timer. */
interface Step {
  deliveries: NewDelivery[];
  missed: MissedStep[];
  timers: NewTimer[];
}

const nothing: Step = { deliveries: [], missed: [], timers: [] };

/** Queues unacknowledged alarms for the receivers whose timers are due. Returns whether there may be more. */
export function escalate(pool: Pool, now: number, lease?: Lease): Promise<boolean> {
  return transact(pool, async (client) => {
    if (lease) await assertLease(client, lease);
    const due = await takeDueTimers(client, now, timersAtOnce);
    const open = due.filter(({ isOpen }) => isOpen);
    if (open.length > 0) {
      const receivers = await readReceivers(client);
      const steps = open.map((timer) =>
        timer.subscriptionId === null
          ? followRota(timer, receivers, now)
          : { ...nothing, deliveries: tellSubscriber(timer, timer.subscriptionId, receivers, now) },
      );
      await insertDeliveries(
        client,
        steps.flatMap(({ deliveries }) => deliveries),
        now,
      );
      await insertMissedSteps(
        client,
        steps.flatMap(({ missed }) => missed),
        now,
      );
      await insertTimers(
        client,
        steps.flatMap(({ timers }) => timers),
      );
    }
    return due.length === timersAtOnce;
  });
}

function tellSubscriber(
  timer: DueTimer,
  subscriptionId: number,
  receivers: Receivers,
  now: number,
): NewDelivery[] {
  const { alarmId, dueAt: at, value } = timer;
  return findLateReceivers(timer, subscriptionId, receivers, now).map(({ heldUntil, ...receiver }) => ({
    alarmId,
    event: 'escalated',
    at,
    value,
    ...receiver,
    rotaId: null,
    held: heldUntil !== undefined,
    nextAt: heldUntil ?? now + groupWindowMs,
  }));
}

/** Notifies the people on call, then their successors. During a gap of the rota the alarm waits for the next shift. */
function followRota(timer: DueTimer, receivers: Receivers, now: number): Step {
  const rota = receivers.rotas.find(({ rotaId }) => rotaId === timer.rotaId);
  if (!rota) return nothing;
  const { alarmId, dueAt: at } = timer;
  const shifts = findShifts(now, rota.zone, rota.shifts);
  if (shifts.length === 0) {
    const next = findNextShift(now, rota.zone, rota.shifts);
    const missed = { alarmId, at, rotaId: rota.rotaId, userId: null, error: 'errors.notify.nobody_on_call' };
    return { ...nothing, missed: [missed], timers: next === undefined ? [] : [{ ...timer, dueAt: next }] };
  }
  const onCall = shifts.flatMap(({ userId, nextUserId }) => (timer.step === 0 ? userId : (nextUserId ?? [])));
  const deliveries = tellOnCall(timer, rota, new Set(onCall), receivers, now);
  const unreachable = onCall.filter((userId) => !deliveries.some((one) => one.userId === userId));
  const missed = [...new Set(unreachable)].map((userId) => ({
    alarmId,
    at,
    rotaId: rota.rotaId,
    userId,
    error: 'errors.notify.on_call_unreachable',
  }));
  const hasNext = timer.step === 0 && rota.shifts.some(({ nextUserId }) => nextUserId);
  const dueAt = now + rota.nextMinutes * MINUTE_MS;
  return { deliveries, missed, timers: hasNext ? [{ ...timer, step: 1, dueAt }] : [] };
}

/** Messages to people on call; quiet hours do not apply to them. */
function tellOnCall(
  timer: DueTimer,
  rota: Rota,
  userIds: ReadonlySet<number>,
  { channels, readers }: Receivers,
  now: number,
): NewDelivery[] {
  const people = [...userIds].flatMap((userId) => {
    const reader = readers.get(userId);
    return reader && reachesSite(reader.scope, timer.departments) ? [reader] : [];
  });
  const isAtOnce = timer.step === 0 && rota.afterMinutes === 0;
  return people.flatMap(({ userId }) =>
    rota.notifyChannelIds
      .filter((id) => channels.get(id)?.status === '0')
      .map((notifyChannelId) => ({
        alarmId: timer.alarmId,
        event: isAtOnce ? ('raised' as const) : ('escalated' as const),
        at: timer.dueAt,
        value: timer.value,
        notifyChannelId,
        userId,
        rotaId: rota.rotaId,
        subscriptionId: null,
        held: false,
        nextAt: now + groupWindowMs,
      })),
  );
}
