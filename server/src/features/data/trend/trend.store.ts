import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** The names of sites. */
export async function listSiteNames(db: Database, siteIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ siteId: number; siteName: string }>`
    select site_id, site_name from site where site_id = any(${[...siteIds]})`.execute(db);
  return new Map(rows.map(({ siteId, siteName }) => [siteId, siteName]));
}
