import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { SiteChannelLimit } from './site.api.ts';

export async function readLimits(
  db: Database,
  siteIds: readonly number[] | 'all',
): Promise<SiteChannelLimit[]> {
  const wanted = siteIds === 'all' ? sql`true` : sql`site_id = any(${[...siteIds]}::integer[])`;
  const { rows } = await sql<SiteChannelLimit>`
    select site_id, channel_id, channel_code, slot, value from site_limit where ${wanted}`.execute(db);
  return rows;
}
