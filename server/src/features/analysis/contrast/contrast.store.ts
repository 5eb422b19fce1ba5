import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** The names of sites that the caller reaches. */
export async function listMemberNames(
  db: Database,
  siteIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ siteId: number; siteName: string }>`
    select site_id, site_name from site where site_id = any(${[...siteIds]})`.execute(db);
  return new Map(rows.map(({ siteId, siteName }) => [siteId, siteName]));
}
