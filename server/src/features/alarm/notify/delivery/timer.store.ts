import type { Severity } from '@limpid/contract/alarm/alarm-rule';
import { toMoment } from '../../../../platform/db/moment.ts';
import type { Connection } from '../../../../platform/db/transaction.ts';

/** The moment at which an unacknowledged alarm reaches the next step of a rota, or a subscription with a delay. */
export interface NewTimer {
  alarmId: number;
  /** One of the two. */
  rotaId: number | null;
  subscriptionId: number | null;
  step: number;
  dueAt: number;
}

export async function insertTimers(client: Connection, timers: readonly NewTimer[]): Promise<void> {
  if (timers.length === 0) return;
  await client.query(
    `insert into notify_timer (alarm_id, rota_id, subscription_id, step, due_at)
     select * from unnest($1::bigint[], $2::integer[], $3::integer[], $4::integer[], $5::timestamptz[])
     on conflict (alarm_id, rota_id, subscription_id) do nothing`,
    [
      timers.map(({ alarmId }) => alarmId),
      timers.map(({ rotaId }) => rotaId),
      timers.map(({ subscriptionId }) => subscriptionId),
      timers.map(({ step }) => step),
      timers.map(({ dueAt }) => toMoment(dueAt)),
    ],
  );
}

export interface DueTimer extends NewTimer {
  value: number | null;
  severity: Severity;
  ruleId: number | null;
  departments: number[];
  /** The alarm still runs, and is neither acknowledged, nor muted, nor cleared. */
  isOpen: boolean;
}

/** Takes timers that are due; with a rollback they are there again. */
export async function takeDueTimers(client: Connection, now: number, limit: number): Promise<DueTimer[]> {
  const { rows } = await client.query<DueTimer>(
    `with due as (
       delete from notify_timer where ctid = any(array(
         select ctid from notify_timer where due_at <= $1 order by due_at limit $2 for update skip locked))
       returning *)
     select alarm_id::float8 as "alarmId", due.rota_id as "rotaId", subscription_id as "subscriptionId", step,
       extract(epoch from due_at)::float8 * 1000 as "dueAt", l.last_value as value, l.severity,
       l.rule_id as "ruleId", d.ancestors || d.dept_id as departments,
       l.ended_at is null and l.acknowledged_at is null and (l.muted_until is null or l.muted_until <= $1) as "isOpen"
     from due join alarm_log l using (alarm_id) join site s on s.site_id = l.site_id
     join site_entity e on e.entity_id = s.entity_id join sys_dept d on d.dept_id = e.dept_id
     order by due_at, alarm_id`,
    [toMoment(now), limit],
  );
  return rows;
}
