import { MINUTE_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import { publishWithin } from '../../../platform/bus.ts';
import type { Database } from '../../../platform/db/database.ts';
import { type AlarmState, clearByPerson } from '../evaluation/alarm-machine.rule.ts';
import { alarmStatesChanged } from '../evaluation/alarm-watch.ts';

/** Who acts on which alarms, and when. */
export interface AlarmAction {
  alarmIds: readonly number[];
  userName: string;
  at: Date;
  comment?: string | undefined;
}

/** Refuses alarms outside the data scope; missing ones are refused alike. */
export async function checkAlarms(db: Database, scope: Scope, alarmIds: readonly number[]): Promise<void> {
  const wanted = [...new Set(alarmIds)];
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from alarm_log_row
    where alarm_id = any(${wanted}) and ${scopeCondition(scope, { dept: 'dept_id' })}`.execute(db);
  if (rows[0]?.count !== wanted.length) fail('scope.denied', {}, 'alarmIds');
}

/** Changes the alarms for which the condition holds, records the event of each, and returns their ids. */
async function changeAlarms(
  db: Database,
  action: AlarmAction,
  {
    event,
    change,
    condition,
  }: { event: string; change: RawBuilder<unknown>; condition: RawBuilder<unknown> },
): Promise<number[]> {
  const { alarmIds, userName, at, comment } = action;
  const { rows } = await sql<{ alarmId: number }>`
    with wanted as (
      select alarm_id from alarm_log where alarm_id = any(${alarmIds}) and ${condition}
      order by alarm_id for update),
    changed as (
      update alarm_log l set ${change} from wanted where l.alarm_id = wanted.alarm_id
      returning l.alarm_id, l.last_value)
    insert into alarm_event (alarm_id, event, at, user_name, value, comment)
    select alarm_id, ${event}, ${at}, ${userName}, last_value, ${comment ?? null}::text from changed
    order by alarm_id returning alarm_id`.execute(db);
  return rows.map(({ alarmId }) => alarmId);
}

export function acknowledge(db: Database, action: AlarmAction): Promise<number[]> {
  return changeAlarms(db, action, {
    event: 'acknowledged',
    change: sql`acknowledged_by = ${action.userName}, acknowledged_at = ${action.at}`,
    condition: sql`acknowledged_at is null`,
  });
}

export function mute(db: Database, action: AlarmAction & { until: Date }): Promise<number[]> {
  return changeAlarms(db, action, {
    event: 'muted',
    change: sql`muted_until = ${action.until}`,
    condition: sql`ended_at is null and muted_until is distinct from ${action.until}`,
  });
}

export function unmute(db: Database, action: AlarmAction): Promise<number[]> {
  return changeAlarms(db, action, {
    event: 'unmuted',
    change: sql`muted_until = null`,
    condition: sql`ended_at is null and muted_until > ${action.at}`,
  });
}

export async function insertComments(db: Database, action: AlarmAction): Promise<number[]> {
  const { alarmIds, userName, at, comment } = action;
  const { rows } = await sql<{ alarmId: number }>`
    insert into alarm_event (alarm_id, event, at, user_name, comment)
    select alarm_id, 'commented', ${at}, ${userName}, ${comment} from alarm_log
    where alarm_id = any(${alarmIds}) order by alarm_id returning alarm_id`.execute(db);
  return rows.map(({ alarmId }) => alarmId);
}

interface RunningState {
  alarmId: number;
  siteId: number;
  ruleId: number;
  state: AlarmState;
  remindMinutes: number;
}

/**
 * Ends running alarms. The states of their rules are locked first, in the order of the evaluation, so that an alarm is not
 * repeated or ended a second time meanwhile.
 */
export async function clear(db: Database, action: AlarmAction): Promise<number[]> {
  const { alarmIds, userName, at } = action;
  const { rows: states } = await sql<RunningState>`
    select s.alarm_id, s.site_id, s.rule_id, s.state, r.remind_minutes
    from alarm_state s join alarm_rule r using (rule_id) where s.alarm_id = any(${alarmIds})
    order by s.site_id, s.rule_id for update of s`.execute(db);
  const met = states.filter(({ state: { phase } }) => phase === 'active' || phase === 'clearing');
  const ended = await changeAlarms(db, action, {
    event: 'ended',
    change: sql`ended_at = greatest(raised_at, ${at}::timestamptz), end_reason = 'person', ended_by = ${userName},
      still_met = l.alarm_id = any(${met.map(({ alarmId }) => alarmId)}::bigint[])`,
    condition: sql`ended_at is null`,
  });
  await sql`
    insert into alarm_message (alarm_id, event, at, value, created_at)
    select alarm_id, 'ended', ended_at, last_value, ${at} from alarm_log
    where alarm_id = any(${ended}) and not historical order by alarm_id`.execute(db);
  for (const running of states) if (ended.includes(running.alarmId)) await storeCleared(db, running, at);
  if (states.length > 0) await publishWithin(db, alarmStatesChanged);
  return ended;
}

async function storeCleared(
  db: Database,
  { siteId, ruleId, state, remindMinutes }: RunningState,
  at: Date,
): Promise<void> {
  const cleared = clearByPerson(state, remindMinutes > 0 ? at.getTime() + remindMinutes * MINUTE_MS : null);
  const remindAt = cleared.remindAt === null ? null : new Date(cleared.remindAt);
  // An earlier timer stays: it makes the evaluation look once more and changes nothing else.
  await sql`
    update alarm_state
    set alarm_id = null, state = ${JSON.stringify(cleared)}::jsonb, due_at = least(due_at, ${remindAt}::timestamptz)
    where site_id = ${siteId} and rule_id = ${ruleId}`.execute(db);
}
