import type { LivePayload, LiveTopic } from '@limpid/contract/live';
import { publishWithin } from '../bus.ts';
import type { Clock } from '../clock.ts';
import type { Connection } from '../db/transaction.ts';
import { storedEvent } from './bus-events.ts';
import { insertKeptMessages } from './live.store.ts';

interface StoredPublication<T extends LiveTopic> {
  /** The department of the message: listeners there or above receive it, within their data scope. */
  deptId: number;
  topic: T;
  payload: LivePayload<T>;
}

/**
 * Stores messages in a transaction; they are delivered when it commits. The counter of messages stays locked until then,
 * so this is the last statement of its transaction.
 */
export async function publishStoredWithin<T extends LiveTopic>(
  client: Connection,
  clock: Clock,
  publications: readonly StoredPublication<T>[],
): Promise<void> {
  if (publications.length === 0) return;
  const messages = publications.map(({ payload, ...rest }) => ({
    ...rest,
    payload: JSON.stringify(payload),
  }));
  await insertKeptMessages(client, clock, messages);
  await publishWithin(client, storedEvent);
}
