import { setTimeout as wait } from 'node:timers/promises';
import { SECOND_MS } from '@limpid/contract/durations';
import { isDatabaseGone } from '../../../platform/db/database.ts';
import type { Pool } from '../../../platform/db/transaction.ts';
import { type ExchangeNews, type OrderedCommand, saveExchange } from './device-log.store.ts';

const attempts = 20;

/** Writes the state of a command. While the database cannot be reached for a moment, it is tried again: later answers wait. */
export async function storeExchange(
  pool: Pool,
  order: OrderedCommand,
  news: ExchangeNews,
  isClosed: () => boolean,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++)
    try {
      return await saveExchange(pool, order, news);
    } catch (error) {
      if (isClosed() || attempt === attempts || !isDatabaseGone(error)) throw error;
      await wait(SECOND_MS);
    }
}
