import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** K and B that the device of a site applies itself. */
export interface DeviceLine {
  siteId: number;
  channelId: number;
  k: number;
  b: number;
  /** Epoch milliseconds from which on all values of the device have them. */
  since: number;
  /** Whether it is not known what the device has. */
  isInDoubt: boolean;
}

export async function listDeviceLines(db: Database, siteIds: readonly number[]): Promise<DeviceLine[]> {
  const { rows } = await sql<DeviceLine>`
    select site_id, channel_id, coalesce(confirmed_k, 1) as k, coalesce(confirmed_b, 0) as b,
      (extract(epoch from greatest(ordered_at, (
        select max(coalesce(ended_at, sent_at)) from device_log l
        where l.batch_id = c.batch_id and l.site_id = c.site_id))) * 1000)::float8 as since,
      in_doubt_k or in_doubt_b as is_in_doubt
    from site_device_coefficient c where site_id = any(${[...siteIds]})`.execute(db);
  return rows;
}

interface DriftPoint {
  at: number;
  k: number;
  b: number;
}

/** K and B of a channel of a site as the platform has applied them, beginning with what was in force at `from`. */
export async function listAppliedLines(
  db: Database,
  siteId: number,
  channelId: number,
  from: number,
): Promise<DriftPoint[]> {
  const start = new Date(from);
  const { rows } = await sql<DriftPoint>`
    select (extract(epoch from greatest(since, ${start}::timestamptz)) * 1000)::float8 as at, k, b
    from site_coefficient
    where site_id = ${siteId} and channel_id = ${channelId} and since >= coalesce((
      select max(since) from site_coefficient
      where site_id = ${siteId} and channel_id = ${channelId} and since <= ${start}), '-infinity')
    order by since`.execute(db);
  return rows;
}

/** What the runs of all configs have fitted, by the end of their window. */
export async function listFittedLines(
  db: Database,
  siteId: number,
  channelId: number,
  from: number,
): Promise<DriftPoint[]> {
  const { rows } = await sql<DriftPoint>`
    select (extract(epoch from to_hour) * 1000)::float8 as at, k_fitted as k, b_fitted as b
    from calibration_result join calibration_run using (run_id)
    where site_id = ${siteId} and channel_id = ${channelId} and k_fitted is not null
      and to_hour >= ${new Date(from)}
    order by to_hour, run_id limit 2000`.execute(db);
  return rows;
}
