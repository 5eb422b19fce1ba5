import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** K and B that a device has applied since a moment, in epoch milliseconds. */
interface HeldLine {
  at: number;
  k: number;
  b: number;
}

/** What the devices of a site have confirmed for a channel, in the order of time; before the first, nothing of the platform. */
export async function listHeldLines(db: Database, siteId: number, channelId: number): Promise<HeldLine[]> {
  const { rows } = await sql<HeldLine>`
    select (extract(epoch from since) * 1000)::float8 as at, k, b from device_coefficient_history
    where site_id = ${siteId} and channel_id = ${channelId} order by since`.execute(db);
  return rows;
}

/** From now on the device of a site has nothing that the platform knows of: it is another one, or is set on site. */
export async function endHeldLines(db: Database, siteId: number, at: Date): Promise<void> {
  await sql`
    insert into device_coefficient_history (site_id, channel_id, since, k, b)
    select site_id, channel_id, ${at}::timestamptz, 1, 0 from (
      select distinct on (channel_id) site_id, channel_id, k, b from device_coefficient_history
      where site_id = ${siteId} order by channel_id, since desc
    ) as last
    where (k, b) <> (1, 0)
    on conflict (site_id, channel_id, since) do update set k = excluded.k, b = excluded.b`.execute(db);
}
