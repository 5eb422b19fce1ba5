import { toMoment } from '../../../../platform/db/moment.ts';
import type { Connection, Pool } from '../../../../platform/db/transaction.ts';
import type { NotifiedAlarm } from '../send/compose.ts';
import { epoch } from './delivery.store.ts';

export interface ReadyReceiver {
  notifyChannelId: number;
  userId: number | null;
  kind: string;
}

interface ReadyLimits {
  limit: number;
  /** People and robots whose last message since then was about more alarms than this wait. */
  flood: { moreThan: number; since: number };
}

/** Receivers with messages to group. Those with a group on its way wait, so that an end never overtakes its start. */
export async function listReadyReceivers(
  client: Connection,
  now: number,
  { limit, flood }: ReadyLimits,
): Promise<ReadyReceiver[]> {
  const { rows } = await client.query<ReadyReceiver>(
    `with flooded as (
       select notify_channel_id, user_id from alarm_delivery where grouped_at > $3
       group by group_id, notify_channel_id, user_id having count(*) > $4)
     select d.notify_channel_id as "notifyChannelId", d.user_id as "userId", c.kind
     from alarm_delivery d join notify_channel c using (notify_channel_id)
     where d.state = 'waiting'
     group by d.notify_channel_id, d.user_id, c.kind
     having count(d.group_id) = 0 and min(d.next_at) <= $1 and (c.kind = 'webhook' or not exists (
       select from flooded f
       where f.notify_channel_id = d.notify_channel_id and f.user_id is not distinct from d.user_id))
     order by min(d.next_at) limit $2`,
    [toMoment(now), limit, toMoment(flood.since), flood.moreThan],
  );
  return rows;
}

/** Makes one message of what waits for a receiver. */
export async function groupDeliveries(
  client: Connection,
  { notifyChannelId, userId }: ReadyReceiver,
  { groupId, now, limit }: { groupId: string; now: number; limit: number },
): Promise<void> {
  await client.query(
    `update alarm_delivery set group_id = $3, grouped_at = $4, next_at = $4
     where delivery_id in (
       select delivery_id from alarm_delivery
       where state = 'waiting' and group_id is null and notify_channel_id = $1 and user_id is not distinct from $2
         and (not held or next_at <= $4)
       order by delivery_id limit $5)`,
    [notifyChannelId, userId, groupId, toMoment(now), limit],
  );
}

export interface DueGroup {
  groupId: string;
  notifyChannelId: number;
  userId: number | null;
  attempts: number;
  groupedAt: number;
}

/** Groups that are to be sent now, at most so many of a channel: those that have not failed yet first, then the oldest. */
export async function listDueGroups(
  client: Pool,
  now: number,
  { except, perChannel }: { except: readonly string[]; perChannel: number },
): Promise<DueGroup[]> {
  const { rows } = await client.query<DueGroup>(
    `with due as (
       select group_id, min(notify_channel_id) as channel_id, min(user_id) as user_id, max(attempts) as attempts,
         min(grouped_at) as grouped_at, min(next_at) as next_at
       from alarm_delivery
       where state = 'waiting' and group_id is not null and next_at <= $1 and group_id <> all($2::uuid[])
       group by group_id),
     placed as (
       select *, row_number() over (partition by channel_id order by attempts > 0, next_at) as place from due)
     select group_id as "groupId", channel_id as "notifyChannelId", user_id as "userId", attempts,
       ${epoch('grouped_at')} as "groupedAt"
     from placed where place <= $3 order by attempts > 0, next_at`,
    [toMoment(now), except, perChannel],
  );
  return rows;
}

/** The departments of the sites of a group. */
export async function listGroupDepartments(
  client: Pool,
  groupId: string,
): Promise<{ deptId: number; departments: number[] }[]> {
  const { rows } = await client.query<{ deptId: number; departments: number[] }>(
    `select distinct p.dept_id as "deptId", p.ancestors || p.dept_id as departments
     from alarm_delivery d join alarm_log l using (alarm_id) join site s on s.site_id = l.site_id
     join site_entity e on e.entity_id = s.entity_id join sys_dept p on p.dept_id = e.dept_id
     where d.group_id = $1 and d.state = 'waiting'`,
    [groupId],
  );
  return rows;
}

/** Drops messages of a group about sites of departments that the receiver may no longer see. */
export async function dropDepartments(
  client: Pool,
  groupId: string,
  deptIds: readonly number[],
  error: string,
): Promise<void> {
  await client.query(
    `update alarm_delivery d set state = 'dropped', error = $3
     from alarm_log l join site s on s.site_id = l.site_id join site_entity e on e.entity_id = s.entity_id
     where d.group_id = $1 and d.state = 'waiting' and l.alarm_id = d.alarm_id and e.dept_id = any($2::integer[])`,
    [groupId, deptIds, error],
  );
}

/**
 * The alarms of a group, the most urgent first, up to a number, and how many there are. A person may have the same alarm
 * twice: by choice and by a rota, or as repeats that have waited.
 */
export async function listGroupAlarms(
  client: Pool,
  groupId: string,
  limit: number,
): Promise<{ alarms: NotifiedAlarm[]; count: number }> {
  const { rows } = await client.query<NotifiedAlarm & { count: number }>(
    `with own as (
       select distinct on (alarm_id, event) * from alarm_delivery where group_id = $1 and state = 'waiting'
       order by alarm_id, event, delivery_id desc)
     select d.alarm_id::float8 as "alarmId", d.event, ${epoch('d.at')} as at,
       d.value, l.severity, l.alarm_type as "alarmType", l.rule_name as "ruleName", l.limit_value as "limitValue",
       l.site_id as "siteId", l.site_name as "siteName", l.channel_code as "channelCode",
       l.channel_name as "channelName", l.channel_name_en as "channelNameEn", l.channel_name_fr as "channelNameFr",
       l.index_code as "indexCode", l.unit, l.decimals, ${epoch('l.raised_at')} as "raisedAt",
       ${epoch('l.ended_at')} as "endedAt", l.end_reason as "endReason", l.detail, l.zone, (count(*) over ())::integer as count
     from own d join alarm_log_row l on l.alarm_id = d.alarm_id
     order by array_position(array['critical', 'major', 'minor', 'info'], l.severity), d.delivery_id limit $2`,
    [groupId, limit],
  );
  return { alarms: rows, count: rows[0]?.count ?? 0 };
}

export async function markSent(client: Pool, groupId: string, now: number): Promise<void> {
  await client.query(
    `update alarm_delivery set state = 'sent', attempts = attempts + 1, sent_at = $2, error = null
     where group_id = $1 and state = 'waiting'`,
    [groupId, toMoment(now)],
  );
}

/** `nextAt` of another attempt, or undefined if there is none. */
export async function markFailed(
  client: Pool,
  groupId: string,
  { error, nextAt }: { error: string; nextAt: number | undefined },
): Promise<void> {
  await client.query(
    `update alarm_delivery set state = case when $3::timestamptz is null then 'failed' else 'waiting' end,
       attempts = attempts + 1, error = $2, next_at = coalesce($3::timestamptz, next_at)
     where group_id = $1 and state = 'waiting'`,
    [groupId, error, nextAt === undefined ? null : toMoment(nextAt)],
  );
}
