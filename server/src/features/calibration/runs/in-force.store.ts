import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { listHeldLines, listReportedCoefficients } from '../../device/device.api.ts';
import type { DeviceHistory, LineChange } from '../rules/in-force.rule.ts';

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

/** As the platform has written them and devices have confirmed them. */
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

/**
 * As devices have said themselves, which may have K and B of their maker. What the platform has not written is taken to have
 * been in the device all the time.
 */
export async function listReportedLines(
  db: Database,
  siteIds: readonly number[],
  channelIds: readonly number[],
): Promise<DeviceLine[]> {
  const ordered = await listDeviceLines(db, siteIds);
  const reported = await listReportedCoefficients(db, siteIds, channelIds);
  return reported.map(({ writtenAt, ...line }) => {
    const order = ordered.find(
      ({ siteId, channelId }) => siteId === line.siteId && channelId === line.channelId,
    );
    return { ...line, since: order?.since ?? writtenAt ?? 0, isInDoubt: order?.isInDoubt ?? false };
  });
}

/** K and B of a channel of a site as the platform has applied them, beginning with what was in force at `from`. */
export async function listAppliedLines(
  db: Database,
  siteId: number,
  channelId: number,
  from: number,
): Promise<LineChange[]> {
  const start = new Date(from);
  const { rows } = await sql<LineChange>`
    select (extract(epoch from greatest(since, ${start}::timestamptz)) * 1000)::float8 as at, k, b
    from site_coefficient
    where site_id = ${siteId} and channel_id = ${channelId} and since >= coalesce((
      select max(since) from site_coefficient
      where site_id = ${siteId} and channel_id = ${channelId} and since <= ${start}), '-infinity')
    order by since`.execute(db);
  return rows;
}

/**
 * What the devices of a site have had for a channel. Before the first K and B of the platform a device has its own, as far as
 * they were read for the issue that has replaced them.
 */
export async function readDeviceHistory(
  db: Database,
  siteId: number,
  channelId: number,
): Promise<DeviceHistory> {
  const changes = await listHeldLines(db, siteId, channelId);
  const { rows } = await sql<NonNullable<DeviceHistory['own']>>`
    select (extract(epoch from pending_at) * 1000)::float8 as ordered_at, k_before as k, b_before as b
    from calibration_issue
    where site_id = ${siteId} and channel_id = ${channelId} and target = 'device' and confirmed_at is not null
      and state in ('confirmed', 'rolledBack')
    order by confirmed_at, issue_id limit 1`.execute(db);
  const [first] = rows;
  const isFirst = first !== undefined && changes.every(({ at }) => at >= first.orderedAt);
  return { changes, own: isFirst ? first : null };
}

/** What the runs of all configs have fitted, by the end of their window. */
export async function listFittedLines(
  db: Database,
  siteId: number,
  channelId: number,
  from: number,
): Promise<LineChange[]> {
  const { rows } = await sql<LineChange>`
    select (extract(epoch from to_hour) * 1000)::float8 as at, k_fitted as k, b_fitted as b
    from calibration_result join calibration_run using (run_id)
    where site_id = ${siteId} and channel_id = ${channelId} and k_fitted is not null
      and to_hour >= ${new Date(from)}
    order by to_hour, run_id limit 2000`.execute(db);
  return rows;
}

/** Since when the present devices are at sites, in epoch milliseconds; without those that were always there. */
export async function listDeviceStarts(
  db: Database,
  siteIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ siteId: number; at: number }>`
    select site_id, ceil(extract(epoch from device_since) * 1000)::float8 as at from site
    where site_id = any(${[...siteIds]}) and device_since is not null`.execute(db);
  return new Map(rows.map(({ siteId, at }) => [siteId, at]));
}
