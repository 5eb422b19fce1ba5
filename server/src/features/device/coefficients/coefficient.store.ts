import type { ChannelCoefficient } from '@limpid/contract/site/coefficients';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import { interceptInfo, slopeInfo } from '../commands/coefficient-info.rule.ts';
import { noteCoefficientChange, noteDeviceReplaced } from './coefficient-change.store.ts';
import { endHeldLines } from './coefficient-history.store.ts';
import type { CoefficientOnDevice, HeldCoefficients, WriteOutcome } from './coefficient-state.rule.ts';

/** What was last ordered for the device of a site, and what it has now. */
export interface OrderedCoefficient extends ChannelCoefficient {
  held: HeldCoefficients;
}

interface HeldRow extends ChannelCoefficient {
  confirmedK: number | null;
  confirmedB: number | null;
  inDoubtK: boolean;
  inDoubtB: boolean;
}

const heldColumns = sql`confirmed_k, confirmed_b, in_doubt_k, in_doubt_b`;

function toHeld({ channelId, confirmedK, confirmedB, inDoubtK, inDoubtB }: HeldRow): HeldCoefficients {
  // The device has confirmed 1 or 0 where it was to have nothing of the platform.
  return {
    channelId,
    k: { value: confirmedK === 1 ? null : confirmedK, isInDoubt: inDoubtK },
    b: { value: confirmedB === 0 ? null : confirmedB, isInDoubt: inDoubtB },
  };
}

export async function listDeviceCoefficients(db: Database, siteId: number): Promise<OrderedCoefficient[]> {
  const { rows } = await sql<HeldRow>`
    select channel_id, k, b, ${heldColumns} from site_device_coefficient where site_id = ${siteId}`.execute(
    db,
  );
  return rows.map((row) => ({ channelId: row.channelId, k: row.k, b: row.b, held: toHeld(row) }));
}

/** Another device at the site has confirmed nothing, and what the one before has said is not about it. */
export async function forgetDevice(db: Database, siteId: number, at: Date): Promise<void> {
  await noteDeviceReplaced(db, siteId, at);
  await endHeldLines(db, siteId, at);
  await sql`update site set device_since = ${at} where site_id = ${siteId}`.execute(db);
  for (const table of ['site_device_coefficient', 'device_parameter', 'device_frames'])
    await sql`delete from ${sql.table(table)} where site_id = ${siteId}`.execute(db);
}

/** The device has its own K and B of a channel again, which the platform has given back. */
export async function forgetChannelCoefficient(
  db: Database,
  siteId: number,
  channelId: number,
  at: Date | string,
): Promise<void> {
  await noteCoefficientChange(db, siteId, [channelId], at);
  await sql`
    delete from site_device_coefficient where site_id = ${siteId} and channel_id = ${channelId}`.execute(db);
}

/** A device that gets no commands has what people have set at it on site. */
export async function forgetDeviceCoefficients(db: Database, siteId: number, at: Date): Promise<void> {
  await endHeldLines(db, siteId, at);
  await sql`delete from site_device_coefficient where site_id = ${siteId}`.execute(db);
}

/** The device of a site may have these K and B; that is not known until it says so. */
export async function doubtDeviceCoefficients(
  db: Database,
  siteId: number,
  held: readonly ChannelCoefficient[],
): Promise<void> {
  for (const { channelId, k, b } of held)
    await sql`
      update site_device_coefficient set confirmed_k = ${k}, confirmed_b = ${b}, in_doubt_k = true, in_doubt_b = true
      where site_id = ${siteId} and channel_id = ${channelId}`.execute(db);
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

/** Stores an order for a channel; commands of an earlier one that were not sent yet are cancelled. */
export async function upsertDeviceCoefficient(
  db: Database,
  siteId: number,
  { channelId, k, b }: ChannelCoefficient,
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
      ordered_at = excluded.ordered_at, settled = false`.execute(db);
}

/** A parameter of a device (`p`) is about the channel, under any code that the device may have for it. */
const isOfChannel = sql`p.site_id = c.site_id
        and lower(p.pol_id) = any(lower((array[gb_code, channel_code] || channel.aliases || own.aliases)::text)::text[])`;

/** What a device has said about K or B of a channel. */
const readSince = (info: string, sentAt: RawBuilder<unknown>) => sql`(
      select read_value, read_at, wanted_value from device_parameter p
      where ${isOfChannel} and p.code = ${info} and p.read_at >= greatest(ordered_at, ${sentAt})
      order by read_at desc limit 1
    )`;

/** What the device has said about K and B since they were sent. */
const onDevice = sql`
    from site_device_coefficient c join basic_channel channel using (channel_id)
    join site s on s.site_id = c.site_id
    left join basic_device_type_channel own on own.device_type_id = s.device_type_id and own.channel_id = c.channel_id
    left join lateral (
      select bool_or(ended_at is null) as is_pending, min(user_name) as ordered_by,
        max(sent_at) filter (where step = 1) as sent_k, max(sent_at) filter (where step = 2) as sent_b,
        coalesce(bool_or(may_be_executed) filter (where step = 1), false) as may_have_k,
        coalesce(bool_or(may_be_executed) filter (where step = 2), false) as may_have_b,
        max(case when state = 'done' then ended_at else coalesce(accepted_at, sent_at) end)
          filter (where step <= 2 and may_be_executed) as written_at
      from (
        select ended_at, user_name, sent_at, accepted_at, state, row_number() over (order by log_id) as step,
          sent_at is not null and state not in ('refused', 'failed')
            and not (state = 'timedOut' and accepted_at is null) as may_be_executed
        from device_log l where l.batch_id = c.batch_id and l.site_id = c.site_id
      ) as commands
    ) as orders on true
    left join lateral ${readSince(slopeInfo, sql`sent_k`)} as slope on true
    left join lateral ${readSince(interceptInfo, sql`sent_b`)} as intercept on true`;
const onDeviceColumns = sql`c.channel_id, c.k, c.b, slope.read_value as read_k, intercept.read_value as read_b,
  greatest(slope.read_at, intercept.read_at) as read_at, coalesce(is_pending, false) as is_pending`;

export async function listCoefficientsOnDevice(db: Database, siteId: number): Promise<CoefficientOnDevice[]> {
  const { rows } = await sql<CoefficientOnDevice>`
    select ${onDeviceColumns} ${onDevice} where c.site_id = ${siteId} order by c.channel_id`.execute(db);
  return rows;
}

/** An ended order of which the device has not everything, or says so now, with what people have set for the site. */
export interface UnsettledCoefficient extends ChannelCoefficient {
  siteId: number;
  batchId: string;
  coefficients: readonly ChannelCoefficient[];
  held: HeldCoefficients;
  outcome: { k: WriteOutcome; b: WriteOutcome };
  /** When the last of both was written, in epoch milliseconds; if none was, when the device has said what it has. */
  writtenAt: number;
  /** When the device has last said what it has, in epoch milliseconds; null if it has not said both since the order. */
  saidAt: number | null;
  /** Whether it was known before what the device has of this order. */
  settled: boolean;
  orderedBy: string | null;
}

type UnsettledRow = Omit<UnsettledCoefficient, 'held' | 'outcome'> &
  HeldRow & {
    readK: string | null;
    readB: string | null;
    writtenK: string | null;
    writtenB: string | null;
    mayHaveK: boolean;
    mayHaveB: boolean;
  };

/** A device may say something else than it had: after a reset it has nothing of what was written to it. */
const saysOther = sql`exists (
        select from device_parameter p where ${isOfChannel} and p.read_at >= ordered_at
          and ((p.code = ${slopeInfo} and p.read_value <> c.confirmed_k::text)
            or (p.code = ${interceptInfo} and p.read_value <> c.confirmed_b::text))
      )`;

/** Those of one site or of all. */
export async function listUnsettled(db: Database, siteId?: number): Promise<UnsettledCoefficient[]> {
  const { rows } = await sql<UnsettledRow>`
    select c.site_id, c.batch_id, s.coefficients, ${onDeviceColumns}, ${heldColumns},
      slope.wanted_value as written_k, intercept.wanted_value as written_b, may_have_k, may_have_b,
      extract(epoch from coalesce(written_at, slope.read_at, intercept.read_at, ordered_at))::float8 * 1000 as written_at, ordered_by, c.settled,
      extract(epoch from case when slope.read_at is not null and intercept.read_at is not null
        then greatest(slope.read_at, intercept.read_at) end)::float8 * 1000 as said_at
    ${onDevice}
    where is_pending is not true
      and ((c.k, c.b) is distinct from (c.confirmed_k, c.confirmed_b) or c.in_doubt_k or c.in_doubt_b or ${saysOther})
      and ${siteId === undefined ? sql`true` : sql`c.site_id = ${siteId}`}`.execute(db);
  return rows.map(({ readK, readB, writtenK, writtenB, mayHaveK, mayHaveB, ...row }) => {
    const held = toHeld(row);
    const { siteId: of, channelId, k, b, batchId, coefficients, writtenAt, saidAt, settled, orderedBy } = row;
    const wanted = coefficients.find((one) => one.channelId === channelId) ?? { k: 1, b: 0 };
    const ofK = { ordered: k, wanted: wanted.k, read: readK, written: writtenK, held: held.k };
    const ofB = { ordered: b, wanted: wanted.b, read: readB, written: writtenB, held: held.b };
    const outcome = {
      k: { ...ofK, mayBeExecuted: mayHaveK, settled },
      b: { ...ofB, mayBeExecuted: mayHaveB, settled },
    };
    const order = { siteId: of, channelId, k, b, batchId, coefficients };
    return { ...order, held, outcome, writtenAt, saidAt, settled, orderedBy };
  });
}

interface SettledCoefficient {
  siteId: number;
  batchId: string;
  /** What the device has, and what the platform applies from then on. */
  held: HeldCoefficients;
  platform: ChannelCoefficient;
  settled: boolean;
  since: Date;
  updateBy: string | null;
}

/** Stores what a device has, and since when; false if that is known, or something else was ordered meanwhile. */
export async function settleCoefficient(
  db: Database,
  { siteId, batchId, held: { channelId, k, b }, platform, settled, since, updateBy }: SettledCoefficient,
): Promise<boolean> {
  const columns = sql`${heldColumns}, settled`;
  const known = sql`(${k.value ?? 1}::float8, ${b.value ?? 0}::float8, ${k.isInDoubt}::boolean, ${b.isInDoubt}::boolean, ${settled}::boolean)`;
  const { rows } = await sql`
    with settled as (
      update site_device_coefficient set (${columns}) = ${known}
      where site_id = ${siteId} and channel_id = ${channelId} and batch_id = ${batchId}
        and (${columns}) is distinct from ${known}
      returning site_id, channel_id
    ), noted as (
      insert into device_coefficient_change (site_id, channel_id, changed_at)
      -- The table is read as it was before.
      select site_id, channel_id, ${since}::timestamptz
      from settled join site_device_coefficient old using (site_id, channel_id)
      where (coalesce(old.confirmed_k, 1), coalesce(old.confirmed_b, 0), old.in_doubt_k, old.in_doubt_b)
        is distinct from (${k.value ?? 1}::float8, ${b.value ?? 0}::float8, ${k.isInDoubt}::boolean, ${b.isInDoubt}::boolean)
      on conflict (site_id, channel_id) do update
        set changed_at = greatest(device_coefficient_change.changed_at, excluded.changed_at)
    ), dated as (
      insert into device_coefficient_history (site_id, channel_id, since, k, b)
      select site_id, channel_id, ${since}::timestamptz, ${k.value ?? 1}::float8, ${b.value ?? 0}::float8 from settled
      where not ${k.isInDoubt}::boolean and not ${b.isInDoubt}::boolean
        -- A device that has not taken the first K and B keeps its own.
        and ((${k.value}::float8, ${b.value}::float8) is distinct from (null, null) or exists (
          select from device_coefficient_history h where h.site_id = settled.site_id and h.channel_id = settled.channel_id))
      on conflict (site_id, channel_id, since) do update set k = excluded.k, b = excluded.b
    ), switched as (
      insert into site_coefficient (site_id, channel_id, since, k, b, update_by)
      -- In a locked month nothing counts from now on: from its end then.
      select site_id, channel_id, greatest(${since}::timestamptz, (
          select max(until) from month_lock_site l where l.site_id = settled.site_id and until > ${since}
        )), ${platform.k}::float8, ${platform.b}::float8, ${updateBy}::text
      from settled
      where not exists (
        select from (
          select k, b from site_coefficient p
          where p.site_id = settled.site_id and p.channel_id = settled.channel_id order by since desc limit 1
        ) as current where current.k = ${platform.k} and current.b = ${platform.b}
      )
      on conflict (site_id, channel_id, since) do update set k = excluded.k, b = excluded.b
    )
    select channel_id from settled`.execute(db);
  return rows.length > 0;
}
