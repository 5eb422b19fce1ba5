import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { addSlotColumns } from './partitions.store.ts';

export async function addSlot(db: Database, slot: number): Promise<void> {
  // Whoever reads for long must not make everybody wait behind a change of the table.
  await sql`set local lock_timeout = '5s'`.execute(db);
  await addSlotColumns((statement) => sql.raw(statement).execute(db), slot);
}

/** All hours of these sites that were ever made. */
export async function insertDirtyHours(db: Database, siteIds: readonly number[]): Promise<void> {
  await sql`insert into dirty_hour (hour, sites)
    select ts, array_agg(site_id) from reading_hour where site_id = any(${[...siteIds]}::integer[])
    group by ts`.execute(db);
}
