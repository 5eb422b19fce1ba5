import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { CommandDefinition } from '../execution/order.store.ts';

/** Slope and intercept of an instrument among the station information. */
export const [slopeInfo, interceptInfo] = ['i13008', 'i13007'] as const;

/** K and B of a channel. */
export interface DeviceCoefficient {
  channelId: number;
  k: number;
  b: number;
}

/** What was last ordered for the device of a site. */
export async function listDeviceCoefficients(db: Database, siteId: number): Promise<DeviceCoefficient[]> {
  const { rows } = await sql<DeviceCoefficient>`
    select channel_id, k, b from site_device_coefficient where site_id = ${siteId}`.execute(db);
  return rows;
}

interface DeviceTarget {
  siteName: string;
  mn: string;
  protocol: string;
}

export async function findCoefficientTarget(db: Database, siteId: number): Promise<DeviceTarget | undefined> {
  const { rows } = await sql<DeviceTarget>`
    select site_name, mn, t.protocol from site join basic_device_type t using (device_type_id)
    where site_id = ${siteId}`.execute(db);
  return rows[0];
}

export async function listGbCodes(db: Database, channelIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ channelId: number; gbCode: string }>`
    select channel_id, gb_code from basic_channel where channel_id = any(${channelIds})`.execute(db);
  return new Map(rows.map(({ channelId, gbCode }) => [channelId, gbCode]));
}

/** The command with this code whose template names the station information; undefined if there is none in use. */
export async function findInfoCommand(
  db: Database,
  commandCode: string,
  infoId: string,
): Promise<CommandDefinition | undefined> {
  const { rows } = await sql<CommandDefinition>`
    select command_id, command_code, command_type, config_params, since_version, until_version, device_type_ids, dangerous
    from basic_command where command_code = ${commandCode} and status = '0'
      and config_params ~ ${`(^|;)InfoId=${infoId}(;|$)`} order by command_id limit 1`.execute(db);
  return rows[0];
}

export async function upsertDeviceCoefficients(
  db: Database,
  siteId: number,
  ordered: readonly DeviceCoefficient[],
  { batchId, at }: { batchId: string; at: Date },
): Promise<void> {
  for (const { channelId, k, b } of ordered)
    await sql`
      insert into site_device_coefficient (site_id, channel_id, k, b, batch_id, ordered_at)
      values (${siteId}, ${channelId}, ${k}, ${b}, ${batchId}, ${at})
      on conflict (site_id, channel_id) do update set k = excluded.k, b = excluded.b, batch_id = excluded.batch_id,
        ordered_at = excluded.ordered_at`.execute(db);
}

export interface CoefficientOnDevice extends DeviceCoefficient {
  /** As the device has said since they were ordered. */
  readK: string | null;
  readB: string | null;
  readAt: string | null;
  /** Whether a command of the order has not ended. */
  isPending: boolean;
}

export async function listCoefficientsOnDevice(db: Database, siteId: number): Promise<CoefficientOnDevice[]> {
  const { rows } = await sql<CoefficientOnDevice>`
    select channel_id, k, b, slope.read_value as read_k, intercept.read_value as read_b,
      greatest(slope.read_at, intercept.read_at) as read_at,
      exists (select from device_log l where l.batch_id = c.batch_id and l.ended_at is null) as is_pending
    from site_device_coefficient c join basic_channel using (channel_id)
    left join device_parameter slope on slope.site_id = c.site_id and lower(slope.pol_id) = lower(gb_code)
      and slope.code = ${slopeInfo} and slope.read_at >= ordered_at
    left join device_parameter intercept on intercept.site_id = c.site_id and lower(intercept.pol_id) = lower(gb_code)
      and intercept.code = ${interceptInfo} and intercept.read_at >= ordered_at
    where c.site_id = ${siteId} order by channel_id`.execute(db);
  return rows;
}
