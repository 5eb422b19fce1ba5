import { setTimeout as wait } from 'node:timers/promises';
import { SECOND_MS } from '@limpid/contract/durations';
import type { Packet } from '@limpid/hj212/packet';
import { isDatabaseGone } from '../../../platform/db/database.ts';
import type { Pool } from '../../../platform/db/transaction.ts';
import { saveLateValues } from '../parameters/save-parameters.ts';
import { countLateAnswer, type ExchangeNews, type OrderedCommand, saveExchange } from './device-log.store.ts';
import { writePacketText } from './frame-text.rule.ts';

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

/** Takes an answer that came after the end of its command; false if there is no such command. */
export async function storeLateAnswer(
  pool: Pool,
  siteId: number,
  qn: string,
  packet: Packet,
  now: number,
): Promise<boolean> {
  const isKnown = await countLateAnswer(pool, siteId, qn, writePacketText(packet));
  if (isKnown) await saveLateValues(pool, siteId, packet, now);
  return isKnown;
}
