import type { Connection } from '../../platform/db/transaction.ts';
import { joinReadings, readBlocks, readLoose } from './blocks/block.store.ts';
import { readingKey } from './reading.store.ts';
import type { Reading } from './reading.ts';

/** The stored readings of a site in a period. */
export interface StoredReadings {
  byKey: Map<string, Reading>;
  /** The readings from blocks. */
  packed: readonly Reading[];
}

/**
 * Reads the readings of a site, packed or not. Loose ones are read first: a reading packed in between is then found twice
 * and merged, while the other order would miss it.
 */
export async function readStoredReadings(
  client: Connection,
  siteId: number,
  bounds: readonly [number, number],
  slots: readonly number[] | 'all',
): Promise<StoredReadings> {
  const loose = await readLoose(client, [siteId], bounds);
  const packed = (await readBlocks(client, [siteId], bounds, slots)).get(siteId) ?? [];
  const { readings } = joinReadings(packed, loose);
  return { byKey: new Map(readings.map((reading) => [readingKey(reading), reading])), packed };
}
