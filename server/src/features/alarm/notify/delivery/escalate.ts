import { MINUTE_MS } from '@limpid/contract/durations';
import { type Pool, transact } from '../../../../platform/db/transaction.ts';
import { assertLease, type Lease } from '../../../../platform/lease/lease.store.ts';
import { insertDeliveries, type NewDelivery } from './delivery.store.ts';
import { groupWindowMs } from './expand.ts';
import { readReceivers } from './receivers.store.ts';
import { type Receivers, type Rota, reachesSite } from './route.rule.ts';
import { findShifts } from './schedule.rule.ts';
import { type DueTimer, insertTimers, takeDueTimers } from './timer.store.ts';

const timersAtOnce = 200;

/** Queues unacknowledged alarms for the people on call when their time is up. Returns whether there may be more. */
export function escalate(pool: Pool, now: number, lease?: Lease): Promise<boolean> {
  return transact(pool, async (client) => {
    if (lease) await assertLease(client, lease);
    const due = await takeDueTimers(client, now, timersAtOnce);
    const open = due.filter(({ isOpen }) => isOpen);
    if (open.length > 0) {
      const receivers = await readReceivers(client);
      const rotas = new Map(receivers.rotas.map((rota) => [rota.rotaId, rota]));
      const steps = open.flatMap((timer) => {
        const rota = rotas.get(timer.rotaId);
        return rota ? [{ timer, rota }] : [];
      });
      await insertDeliveries(
        client,
        steps.flatMap((step) => tellOnCall(step, receivers, now)),
        now,
      );
      const next = steps.filter(({ timer, rota }) => timer.step === 0 && hasNext(rota));
      await insertTimers(
        client,
        next.map(({ timer, rota }) => ({ ...timer, step: 1, dueAt: now + rota.nextMinutes * MINUTE_MS })),
      );
    }
    return due.length === timersAtOnce;
  });
}

function hasNext({ shifts }: Rota): boolean {
  return shifts.some(({ nextUserId }) => nextUserId);
}

/** Messages to those on call, or at the second step to those who follow them; quiet hours do not apply to them. */
function tellOnCall(
  { timer, rota }: { timer: DueTimer; rota: Rota },
  { channels, readers }: Receivers,
  now: number,
): NewDelivery[] {
  const shifts = findShifts(now, rota.zone, rota.shifts);
  const userIds = new Set(shifts.map(({ userId, nextUserId }) => (timer.step === 0 ? userId : nextUserId)));
  const people = [...userIds].flatMap((userId) => {
    const reader = userId ? readers.get(userId) : undefined;
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
        held: false,
        nextAt: now + groupWindowMs,
      })),
  );
}
