import type { Database } from '../../platform/db/database.ts';
import { addSlot, insertDirtyHours } from './schema.store.ts';

/** The newest value of each channel of a site, by the channel's code; null where it is not valid. */
export type NewestValues = Record<string, { ts: number; value: number | null; flag: string }>;

/** Makes room for the values of a channel, in every table of readings. */
export function ensureSlot(db: Database, slot: number): Promise<void> {
  return addSlot(db, slot);
}

/** The hours and days of these sites are made anew, because the zone that cuts them has changed. */
export async function markSiteHoursDirty(db: Database, siteIds: readonly number[]): Promise<void> {
  if (siteIds.length > 0) await insertDirtyHours(db, siteIds);
}
