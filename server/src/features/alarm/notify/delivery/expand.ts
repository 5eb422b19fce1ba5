import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import { type Connection, type Pool, transact } from '../../../../platform/db/transaction.ts';
import { assertLease, type Lease } from '../../../../platform/lease/lease.store.ts';
import {
  dropHeld,
  insertDeliveries,
  listNotified,
  type NewDelivery,
  type OutgoingMessage,
  takeMessages,
} from './delivery.store.ts';
import { readReceivers } from './receivers.store.ts';
import {
  findHoldEnd,
  findLaterSubscriptions,
  findReceivers,
  findRotas,
  type Receivers,
} from './route.rule.ts';
import { insertTimers, type NewTimer } from './timer.store.ts';

/** Messages of one receiver within this time become one. */
export const groupWindowMs = 5 * SECOND_MS;
/** Messages per transaction: what they expand into has to fit into memory. */
const messagesAtOnce = 200;

/**
 * Turns messages of the outbox into deliveries to their receivers, in one transaction: after a crash a message is either
 * still in the outbox or all of its deliveries are stored. Returns whether there may be more.
 */
export function expandMessages(pool: Pool, now: number, lease?: Lease): Promise<boolean> {
  return transact(pool, async (client) => {
    if (lease) await assertLease(client, lease);
    const messages = await takeMessages(client, messagesAtOnce);
    if (messages.length === 0) return false;
    const receivers = await readReceivers(client);
    const starts = messages.filter(({ event }) => event !== 'ended');
    await insertDeliveries(
      client,
      starts.flatMap((message) => expandStart(message, receivers, now)),
      now,
    );
    await insertTimers(
      client,
      starts.flatMap((message) => startTimers(message, receivers, now)),
    );
    const ends = messages.filter(({ event }) => event === 'ended');
    if (ends.length > 0) await expandEnds(client, ends, receivers, now);
    return messages.length === messagesAtOnce;
  });
}

function expandStart(message: OutgoingMessage, receivers: Receivers, now: number): NewDelivery[] {
  const { alarmId, event, at, value } = message;
  return findReceivers(message, receivers, now).map(({ heldUntil, ...receiver }) => ({
    alarmId,
    event,
    at,
    value,
    ...receiver,
    rotaId: null,
    held: heldUntil !== undefined,
    nextAt: heldUntil ?? now + groupWindowMs,
  }));
}

function startTimers(message: OutgoingMessage, receivers: Receivers, now: number): NewTimer[] {
  if (message.event === 'repeated') return [];
  const begin = { alarmId: message.alarmId, rotaId: null, subscriptionId: null, step: 0 };
  const dueAfter = (minutes: number) => now + minutes * MINUTE_MS;
  return [
    ...findRotas(message, receivers.rotas).map(({ rotaId, afterMinutes }) => ({
      ...begin,
      rotaId,
      dueAt: dueAfter(afterMinutes),
    })),
    ...findLaterSubscriptions(message, receivers).map(({ subscriptionId, afterMinutes }) => ({
      ...begin,
      subscriptionId,
      dueAt: dueAfter(afterMinutes),
    })),
  ];
}

/** The end of an alarm is sent only to receivers of its start. */
async function expandEnds(
  client: Connection,
  ends: readonly OutgoingMessage[],
  { subscriptions }: Receivers,
  now: number,
): Promise<void> {
  const byAlarm = new Map(ends.map((message) => [message.alarmId, message]));
  const notified = await listNotified(client, [...byAlarm.keys()]);
  await dropHeld(client, [...byAlarm.keys()], 'errors.notify.ended');
  const quiet = new Map(subscriptions.map((one) => [one.subscriptionId, one]));
  const deliveries = notified.flatMap(({ alarmId, isNotified, subscriptionId, ...receiver }) => {
    const message = byAlarm.get(alarmId);
    if (!isNotified || !message) return [];
    const subscription = subscriptionId === null ? undefined : quiet.get(subscriptionId);
    const heldUntil = subscription && findHoldEnd(subscription, message.severity, now);
    const { event, at, value } = message;
    const when = { held: heldUntil !== undefined, nextAt: heldUntil ?? now + groupWindowMs };
    return [{ alarmId, event, at, value, ...receiver, subscriptionId, rotaId: null, ...when }];
  });
  await insertDeliveries(client, deliveries, now);
}
