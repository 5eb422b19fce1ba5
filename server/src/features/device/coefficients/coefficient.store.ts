import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
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

/** What was last ordered for the device of a site, and what it has confirmed last. */
export interface OrderedCoefficient extends DeviceCoefficient {
  confirmedK: number | null;
  confirmedB: number | null;
}

export async function listDeviceCoefficients(db: Database, siteId: number): Promise<OrderedCoefficient[]> {
  const { rows } = await sql<OrderedCoefficient>`
    select channel_id, k, b, confirmed_k, confirmed_b from site_device_coefficient where site_id = ${siteId}`.execute(
    db,
  );
  return rows;
}

/** Another device at the site has confirmed nothing, and what the one before has said is not about it. */
export async function forgetDevice(db: Database, siteId: number): Promise<void> {
  for (const table of ['site_device_coefficient', 'device_parameter', 'device_frames'])
    await sql`delete from ${sql.table(table)} where site_id = ${siteId}`.execute(db);
}

interface DeviceTarget {
  siteName: string;
  mn: string;
  protocol: string;
  /** Whether the site is within the data scope. */
  isReached: boolean;
}

export async function findCoefficientTarget(
  db: Database,
  siteId: number,
  scope: Scope,
): Promise<DeviceTarget | undefined> {
  const { rows } = await sql<DeviceTarget>`
    select site_name, mn, protocol, ${scopeCondition(scope, { dept: 'e.dept_id' })} as is_reached
    from site join site_entity e using (entity_id) where site_id = ${siteId}`.execute(db);
  return rows[0];
}

/** The protocol of the device at a site. */
export async function findSiteProtocol(db: Database, siteId: number): Promise<string | undefined> {
  const { rows } = await sql<{ protocol: string }>`
    select protocol from site where site_id = ${siteId}`.execute(db);
  return rows[0]?.protocol;
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

/** Stores an order for a channel; commands of an earlier one that were not sent yet are cancelled. */
export async function upsertDeviceCoefficient(
  db: Database,
  siteId: number,
  { channelId, k, b }: DeviceCoefficient,
  { batchId, at }: { batchId: string; at: Date },
): Promise<void> {
  await sql`
    update device_log set state = 'cancelled', ended_at = ${at}, sealed_cp = null, result_desc = 'device.results.cancelled'
    where state = 'queued' and batch_id = (
      select batch_id from site_device_coefficient where site_id = ${siteId} and channel_id = ${channelId}
    )`.execute(db);
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

const onDevice = sql`
    from site_device_coefficient c join basic_channel using (channel_id)
    left join device_parameter slope on slope.site_id = c.site_id and lower(slope.pol_id) = lower(gb_code)
      and slope.code = ${slopeInfo} and slope.read_at >= ordered_at
    left join device_parameter intercept on intercept.site_id = c.site_id and lower(intercept.pol_id) = lower(gb_code)
      and intercept.code = ${interceptInfo} and intercept.read_at >= ordered_at`;
const onDeviceColumns = sql`c.channel_id, c.k, c.b, slope.read_value as read_k, intercept.read_value as read_b,
  greatest(slope.read_at, intercept.read_at) as read_at,
  exists (select from device_log l where l.batch_id = c.batch_id and l.ended_at is null) as is_pending`;

export async function listCoefficientsOnDevice(db: Database, siteId: number): Promise<CoefficientOnDevice[]> {
  const { rows } = await sql<CoefficientOnDevice>`
    select ${onDeviceColumns} ${onDevice} where c.site_id = ${siteId} order by channel_id`.execute(db);
  return rows;
}

/** An order that its device has not confirmed yet, with the K and B that people have set for the site. */
export interface UnconfirmedCoefficient extends CoefficientOnDevice {
  siteId: number;
  coefficients: readonly DeviceCoefficient[];
  /** When the last of both was written, in epoch milliseconds. */
  writtenAt: number;
  orderedBy: string | null;
}

/** Those of which the device has said something since, of one site or of all. */
export async function listUnconfirmed(db: Database, siteId?: number): Promise<UnconfirmedCoefficient[]> {
  const { rows } = await sql<UnconfirmedCoefficient>`
    select c.site_id, s.coefficients, ${onDeviceColumns}, 
      extract(epoch from greatest(slope.wanted_at, intercept.wanted_at, ordered_at))::float8 * 1000 as written_at,
      (select l.user_name from device_log l where l.batch_id = c.batch_id limit 1) as ordered_by
    ${onDevice} join site s on s.site_id = c.site_id
    where (c.k, c.b) is distinct from (c.confirmed_k, c.confirmed_b)
      and slope.read_at is not null and intercept.read_at is not null
      and ${siteId === undefined ? sql`true` : sql`c.site_id = ${siteId}`}`.execute(db);
  return rows;
}

interface Confirmation {
  siteId: number;
  /** What the device has confirmed, and what the platform applies from then on. */
  device: DeviceCoefficient;
  platform: DeviceCoefficient;
  since: Date;
  updateBy: string | null;
}

/** Stores what a device has confirmed; false if another process has done so, or something else was ordered. */
export async function confirmCoefficient(
  db: Database,
  { siteId, device, platform, since, updateBy }: Confirmation,
): Promise<boolean> {
  const { rows } = await sql`
    with confirmed as (
      update site_device_coefficient set confirmed_k = k, confirmed_b = b
      where site_id = ${siteId} and channel_id = ${device.channelId} and k = ${device.k} and b = ${device.b}
        and (k, b) is distinct from (confirmed_k, confirmed_b)
      returning site_id, channel_id
    ), switched as (
      insert into site_coefficient (site_id, channel_id, since, k, b, update_by)
      select site_id, channel_id, ${since}::timestamptz, ${platform.k}::float8, ${platform.b}::float8, ${updateBy}::text
      from confirmed
      where not exists (
        select from (
          select k, b from site_coefficient p
          where p.site_id = confirmed.site_id and p.channel_id = confirmed.channel_id order by since desc limit 1
        ) as current where current.k = ${platform.k} and current.b = ${platform.b}
      )
      on conflict (site_id, channel_id, since) do update set k = excluded.k, b = excluded.b
    )
    select channel_id from confirmed`.execute(db);
  return rows.length > 0;
}
