import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** Whether the platform applies K or B to values of a site (`s`) now, wherever they are to be applied. */
export const isCorrectedNow = sql`exists (
        select from (
          select distinct on (channel_id) k, b from site_coefficient c
          where c.site_id = s.site_id order by channel_id, since desc
        ) as applied where (k, b) <> (1, 0)
      )`;

/** Whether the platform has ordered K and B of a channel for the device of a site. */
export async function hasCoefficientOrder(db: Database, siteId: number, channelId: number): Promise<boolean> {
  const { rows } = await sql`
    select from site_device_coefficient where site_id = ${siteId} and channel_id = ${channelId}`.execute(db);
  return rows.length > 0;
}
