import type { Connection } from '../../platform/db/transaction.ts';
import { joinReadings, readBlocks, readLoose } from './packed/block.store.ts';
import { readingKey } from './reading.store.ts';
import type { Reading } from './reading.ts';

/** What is stored of a site in a stretch of time. */
export interface StoredReadings {
  byKey: Map<string, Reading>;
  /** Those of them that are in blocks. */
  packed: readonly Reading[];
}

/**
 * The readings of a site, packed or not. The loose ones first: what is packed in between is then found twice, and two of
 * the same are one; the other way round it would be missed.
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
