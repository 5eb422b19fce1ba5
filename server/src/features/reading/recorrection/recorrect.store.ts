import type pg from 'pg';
import type { DatedCoefficient } from '../device.ts';
import type { SiteLock } from '../locks/month-lock.rule.ts';
import { type ReadingRow, toReading } from '../reading.store.ts';
import type { Reading } from '../reading.ts';

/** A period of a channel of a site; moments in epoch milliseconds. */
export interface QueuedRecorrection {
  recheckId: string;
  siteId: number;
  channelId: number;
  from: number;
  until: number;
  replaced: DatedCoefficient[];
}

/** Without those that wait for the unlocking of a month. */
export async function listRecorrections(pool: pg.Pool): Promise<QueuedRecorrection[]> {
  const { rows } = await pool.query<QueuedRecorrection>(
    `select recheck_id as "recheckId", site_id as "siteId", channel_id as "channelId", replaced,
       (extract(epoch from from_time) * 1000)::float8 as from, (extract(epoch from until_time) * 1000)::float8 as until
     from coefficient_recheck c where not exists (
       select from month_lock_site l where l.site_id = c.site_id and since <= from_time and until >= until_time)
     order by recheck_id`,
  );
  return rows;
}

/**
 * Removes an entry; what it has in locked months that were passed over waits until they are unlocked, which may have
 * happened since.
 */
export async function removeRecorrection(
  pool: pg.Pool,
  recheckId: string,
  passed: readonly SiteLock[],
): Promise<void> {
  await pool.query(
    `with done as (delete from coefficient_recheck where recheck_id = $1 returning *)
     insert into coefficient_recheck (site_id, channel_id, from_time, until_time, replaced)
     select distinct site_id, channel_id, greatest(from_time, since), least(until_time, until), replaced
     from done cross join unnest($2::timestamptz[], $3::timestamptz[]) as passed (since, until)
     where since < until_time and until > from_time`,
    [
      recheckId,
      passed.map(({ since }) => new Date(since).toISOString()),
      passed.map(({ until }) => new Date(until).toISOString()),
    ],
  );
}

/** The loose readings of a site in `[from, until)`. */
export async function lockLooseReadings(
  client: pg.ClientBase,
  siteId: number,
  [from, until]: readonly [number, number],
): Promise<Reading[]> {
  const { rows } = await client.query<ReadingRow>(
    `select reading.*, extract(epoch from ts) * 1000 as at from reading
     where site_id = $1 and ts >= $2 and ts < $3 order by ts, kind for update`,
    [siteId, new Date(from).toISOString(), new Date(until).toISOString()],
  );
  return rows.map(toReading);
}
