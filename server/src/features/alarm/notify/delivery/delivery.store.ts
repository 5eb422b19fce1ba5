import type { Severity } from '@limpid/contract/alarm/alarm-rule';
import type { DeliveryEvent } from '@limpid/contract/alarm/notify-delivery';
import { toMoment } from '../../../../platform/db/moment.ts';
import type { Connection, Pool } from '../../../../platform/db/transaction.ts';

export const epoch = (column: string) => `extract(epoch from ${column})::float8 * 1000`;

export interface OutgoingMessage {
  messageId: number;
  alarmId: number;
  event: Exclude<DeliveryEvent, 'escalated'>;
  at: number;
  value: number | null;
  severity: Severity;
  ruleId: number | null;
  departments: number[];
}

/** Takes messages out of the outbox; with a rollback they are back in it. */
export async function takeMessages(client: Connection, limit: number): Promise<OutgoingMessage[]> {
  const { rows } = await client.query<OutgoingMessage>(
    `with taken as (
       delete from alarm_message where message_id in (
         select message_id from alarm_message order by message_id limit $1 for update skip locked)
       returning *)
     select m.message_id::float8 as "messageId", alarm_id::float8 as "alarmId", m.event, ${epoch('m.at')} as at, m.value,
       l.severity, l.rule_id as "ruleId", d.ancestors || d.dept_id as departments
     from taken m join alarm_log l using (alarm_id) join site s on s.site_id = l.site_id
     join site_entity e on e.entity_id = s.entity_id join sys_dept d on d.dept_id = e.dept_id
     order by m.message_id`,
    [limit],
  );
  return rows;
}

export interface NewDelivery {
  alarmId: number;
  event: DeliveryEvent;
  at: number;
  value: number | null;
  notifyChannelId: number;
  userId: number | null;
  rotaId: number | null;
  subscriptionId: number | null;
  held: boolean;
  nextAt: number;
}

export async function insertDeliveries(
  client: Connection,
  deliveries: readonly NewDelivery[],
  now: number,
): Promise<void> {
  if (deliveries.length === 0) return;
  await client.query(
    `insert into alarm_delivery (alarm_id, event, at, value, notify_channel_id, user_id, rota_id, subscription_id, held,
       next_at, created_at)
     select *, $11::timestamptz from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::float8[], $5::integer[],
       $6::integer[], $7::integer[], $8::integer[], $9::boolean[], $10::timestamptz[])`,
    [
      deliveries.map(({ alarmId }) => alarmId),
      deliveries.map(({ event }) => event),
      deliveries.map(({ at }) => toMoment(at)),
      deliveries.map(({ value }) => value),
      deliveries.map(({ notifyChannelId }) => notifyChannelId),
      deliveries.map(({ userId }) => userId),
      deliveries.map(({ rotaId }) => rotaId),
      deliveries.map(({ subscriptionId }) => subscriptionId),
      deliveries.map(({ held }) => held),
      deliveries.map(({ nextAt }) => toMoment(nextAt)),
      toMoment(now),
    ],
  );
}

/** A step of a rota that reached no person. */
export interface MissedStep {
  alarmId: number;
  at: number;
  rotaId: number;
  /** The person on call who cannot be reached; null in a gap of the rota. */
  userId: number | null;
  error: string;
}

export async function insertMissedSteps(
  client: Connection,
  missed: readonly MissedStep[],
  now: number,
): Promise<void> {
  if (missed.length === 0) return;
  await client.query(
    `insert into alarm_delivery (alarm_id, event, at, rota_id, user_id, error, state, next_at, created_at)
     select alarm_id, 'escalated', at, rota_id, user_id, error, 'failed', $6, $6
     from unnest($1::bigint[], $2::timestamptz[], $3::integer[], $4::integer[], $5::text[])
       as given (alarm_id, at, rota_id, user_id, error)`,
    [
      missed.map(({ alarmId }) => alarmId),
      missed.map(({ at }) => toMoment(at)),
      missed.map(({ rotaId }) => rotaId),
      missed.map(({ userId }) => userId),
      missed.map(({ error }) => error),
      toMoment(now),
    ],
  );
}

/** A receiver of the start of an alarm. */
export interface NotifiedReceiver {
  alarmId: number;
  notifyChannelId: number;
  userId: number | null;
  /** The only subscription that notified the person; null if a rota did. */
  subscriptionId: number | null;
  /** The start was sent, or is about to be. */
  isNotified: boolean;
}

/** The receivers of alarms, whether their message was sent or waits. */
export async function listNotified(
  client: Connection,
  alarmIds: readonly number[],
): Promise<NotifiedReceiver[]> {
  const { rows } = await client.query<NotifiedReceiver>(
    `select alarm_id::float8 as "alarmId", notify_channel_id as "notifyChannelId", user_id as "userId",
       case when bool_and(subscription_id is not null) then min(subscription_id) end as "subscriptionId",
       bool_or(state = 'sent' or state = 'waiting' and (group_id is not null or not held)) as "isNotified"
     from alarm_delivery
     where alarm_id = any($1::bigint[]) and event <> 'ended' and state in ('sent', 'waiting')
       and notify_channel_id is not null
     group by alarm_id, notify_channel_id, user_id order by alarm_id, notify_channel_id, user_id`,
    [alarmIds],
  );
  return rows;
}

/** Starts that wait for the end of quiet hours are not sent any more. */
export async function dropHeld(
  client: Connection,
  alarmIds: readonly number[],
  error: string,
): Promise<void> {
  await client.query(
    `update alarm_delivery set state = 'dropped', error = $2
     where alarm_id = any($1::bigint[]) and state = 'waiting' and held and group_id is null and event <> 'ended'`,
    [alarmIds, error],
  );
}

/**
 * Drops what is not sent any more: about muted alarms, and by channels or to users that were disabled. A receiver who got
 * the start of a muted alarm still gets its end.
 */
export async function dropUnwanted(
  client: Connection,
  now: number,
  errors: { muted: string; disabled: string },
): Promise<void> {
  await client.query(
    `update alarm_delivery d set state = 'dropped', error = case when l.muted_until > $1 then $2 else $3 end
     from alarm_log l, notify_channel c
     where d.state = 'waiting' and d.next_at <= $1 and l.alarm_id = d.alarm_id
       and c.notify_channel_id = d.notify_channel_id
       and (l.muted_until > $1 and (d.event <> 'ended' or not exists (
         select from alarm_delivery s where s.alarm_id = d.alarm_id and s.event <> 'ended' and s.state = 'sent'
           and s.notify_channel_id = d.notify_channel_id and s.user_id is not distinct from d.user_id))
       or c.status <> '0' or exists (
         select from sys_user u where u.user_id = d.user_id and (u.status <> '0' or u.del_flag <> '0')))`,
    [toMoment(now), errors.muted, errors.disabled],
  );
}

/** Puts a failed or dropped message back into the queue, alone. False if it is neither. */
export async function requeueDelivery(client: Pool, deliveryId: number, now: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `update alarm_delivery set state = 'waiting', group_id = null, grouped_at = null, held = false, attempts = 0,
       error = null, next_at = $2
     where delivery_id = $1 and state in ('failed', 'dropped') and notify_channel_id is not null`,
    [deliveryId, toMoment(now)],
  );
  return rowCount === 1;
}

export async function removeOldDeliveries(client: Pool, before: number, limit: number): Promise<void> {
  await client.query(
    `delete from alarm_delivery where delivery_id in (
       select delivery_id from alarm_delivery where created_at < $1 and state <> 'waiting' limit $2)`,
    [toMoment(before), limit],
  );
}
