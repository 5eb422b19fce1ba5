import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@limpid/contract/durations';
import { type Pool, transact } from '../../../../platform/db/transaction.ts';
import { assertLease, type Lease } from '../../../../platform/lease/lease.store.ts';
import { maxListed } from '../send/compose.ts';
import { dropUnwanted } from './delivery.store.ts';
import { groupDeliveries, listReadyReceivers } from './group.store.ts';

const receiversAtOnce = 20;
/** Alarms per call of a webhook, which gets each with its facts. */
export const webhookGroup = 100;
/** Alarms per text, which lists the most urgent ones and counts the rest. */
const textGroup = 10_000;
/** After a text that could not list everything, the next one collects for this long. */
const floodPauseMs = MINUTE_MS;

const dropErrors = { muted: 'errors.notify.muted', disabled: 'errors.notify.disabled' };

/** Makes one message of everything that waits for a receiver. Returns whether there may be more. */
export function groupMessages(pool: Pool, now: number, lease?: Lease): Promise<boolean> {
  return transact(pool, async (client) => {
    if (lease) await assertLease(client, lease);
    await dropUnwanted(client, now, dropErrors);
    const flood = { moreThan: maxListed, since: now - floodPauseMs };
    const receivers = await listReadyReceivers(client, now, { limit: receiversAtOnce, flood });
    for (const receiver of receivers) {
      const limit = receiver.kind === 'webhook' ? webhookGroup : textGroup;
      await groupDeliveries(client, receiver, { groupId: randomUUID(), now, limit });
    }
    return receivers.length === receiversAtOnce;
  });
}
