import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** The codes of the channels that the device types of sites have. */
export async function listMeasuredChannels(
  db: Database,
  siteIds: readonly number[],
): Promise<Map<number, Set<string>>> {
  const { rows } = await sql<{ siteId: number; codes: string[] }>`
    select site_id, array_agg(channel_code) as codes
    from site join basic_device_type_channel using (device_type_id) join basic_channel using (channel_id)
    where site_id = any(${[...siteIds]})
    group by site_id`.execute(db);
  return new Map(rows.map(({ siteId, codes }) => [siteId, new Set(codes)]));
}

/** The names of sites. */
export async function listSiteNames(db: Database, siteIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ siteId: number; siteName: string }>`
    select site_id, site_name from site where site_id = any(${[...siteIds]})`.execute(db);
  return new Map(rows.map(({ siteId, siteName }) => [siteId, siteName]));
}
