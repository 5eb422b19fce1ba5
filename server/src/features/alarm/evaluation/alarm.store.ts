import type { AlarmEvent, EndReason } from '@limpid/contract/alarm/alarm-log';
import type { Connection, Pool } from '../../../platform/db/transaction.ts';
import type { AlarmState } from './alarm-machine.rule.ts';
import { basisOf, type EvaluatedRule } from './evaluated-rule.ts';
import type { ComputedAlarm, LoggedAlarm } from './reconcile.rule.ts';

export interface StoredState {
  siteId: number;
  ruleId: number;
  alarmId: number | null;
  state: AlarmState;
}

const moment = (at: number | null | undefined) =>
  at === null || at === undefined ? null : new Date(at).toISOString();

/** The states of rules at these sites. With a transaction they are locked until it ends. */
export async function readStates(
  client: Connection | Pool,
  siteIds: readonly number[],
  lock = false,
): Promise<StoredState[]> {
  const { rows } = await client.query<StoredState>(
    `select site_id as "siteId", rule_id as "ruleId", alarm_id::float8 as "alarmId", state from alarm_state
     where site_id = any($1::integer[]) order by site_id, rule_id ${lock ? 'for update' : ''}`,
    [siteIds],
  );
  return rows;
}

/** Every state: there are few, because a site at which nothing has happened has none. */
export async function listOpenStates(pool: Pool): Promise<(StoredState & { dueAt: number | null })[]> {
  const { rows } = await pool.query<StoredState & { dueAt: number | null }>(
    `select site_id as "siteId", rule_id as "ruleId", alarm_id::float8 as "alarmId", state,
       extract(epoch from due_at)::float8 * 1000 as "dueAt" from alarm_state`,
  );
  return rows;
}

export async function saveStates(
  client: Connection,
  states: readonly (StoredState & { dueAt: number | undefined })[],
): Promise<void> {
  if (states.length === 0) return;
  await client.query(
    `insert into alarm_state (site_id, rule_id, alarm_id, state, due_at)
     select given.site_id, given.rule_id, given.alarm_id, given.state::jsonb, given.due_at
     from unnest($1::integer[], $2::integer[], $3::bigint[], $4::text[], $5::timestamptz[])
       as given(site_id, rule_id, alarm_id, state, due_at)
     where exists (select from alarm_rule r where r.rule_id = given.rule_id)
       and exists (select from site s where s.site_id = given.site_id)
     on conflict (site_id, rule_id) do update
       set alarm_id = excluded.alarm_id, state = excluded.state, due_at = excluded.due_at`,
    [
      states.map(({ siteId }) => siteId),
      states.map(({ ruleId }) => ruleId),
      states.map(({ alarmId }) => alarmId),
      states.map(({ state }) => JSON.stringify(state)),
      states.map(({ dueAt }) => moment(dueAt)),
    ],
  );
}

export async function removeStates(
  client: Connection,
  pairs: readonly Pick<StoredState, 'siteId' | 'ruleId'>[],
): Promise<void> {
  if (pairs.length === 0) return;
  await client.query(
    `delete from alarm_state where (site_id, rule_id) in (select * from unnest($1::integer[], $2::integer[]))`,
    [pairs.map(({ siteId }) => siteId), pairs.map(({ ruleId }) => ruleId)],
  );
}

/** The alarms of these pairs that were running at or after a moment of each, in the order of time. */
export async function listLogged(
  client: Connection | Pool,
  pairs: readonly { siteId: number; ruleId: number; since: number }[],
): Promise<(LoggedAlarm & { siteId: number; ruleId: number })[]> {
  if (pairs.length === 0) return [];
  const at = (column: string) => `extract(epoch from l.${column})::float8 * 1000`;
  const { rows } = await client.query<LoggedAlarm & { siteId: number; ruleId: number }>(
    `select l.site_id as "siteId", l.rule_id as "ruleId", l.alarm_id::float8 as "alarmId",
       ${at('raised_at')} as "raisedAt", ${at('ended_at')} as "endedAt", l.end_reason as "endReason", l.value, l.peak,
       ${at('peak_at')} as "peakAt", l.last_value as "lastValue", ${at('message_at')} as "messageAt", l.repeats,
       l.alarm_type = 'unstable' as unstable, l.historical
     from unnest($1::integer[], $2::integer[], $3::timestamptz[]) as wanted(site_id, rule_id, since)
     join alarm_log l on l.site_id = wanted.site_id and l.rule_id = wanted.rule_id
       and (l.ended_at is null or l.ended_at >= wanted.since)
     order by l.raised_at, l.alarm_id`,
    [
      pairs.map(({ siteId }) => siteId),
      pairs.map(({ ruleId }) => ruleId),
      pairs.map(({ since }) => moment(since)),
    ],
  );
  return rows;
}

export interface NewAlarm {
  siteId: number;
  rule: EvaluatedRule;
  limit: number | null;
  historical: boolean;
  alarm: ComputedAlarm;
}

/** Returns the id of the new alarm; undefined if its site was removed meanwhile. */
export async function insertAlarm(client: Connection, one: NewAlarm): Promise<number | undefined> {
  const { siteId, rule, limit, historical, alarm } = one;
  const { rows } = await client.query<{ id: number }>(
    `insert into alarm_log (site_id, rule_id, rule_name, alarm_type, severity, channel_id, index_code, basis, value,
       limit_value, peak, peak_at, last_value, raised_at, ended_at, end_reason, message_at, repeats, historical, compare)
     select $1, (select rule_id from alarm_rule where rule_id = $2), $3, $4, $5,
       (select channel_id from basic_channel where channel_id = $6), $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
       $18, $19, $20
     from site where site_id = $1 returning alarm_id::float8 as id`,
    [
      siteId,
      rule.ruleId,
      rule.ruleName,
      alarm.unstable ? 'unstable' : rule.alarmType,
      rule.severity,
      rule.channelId,
      rule.indexCode,
      basisOf(rule),
      alarm.value,
      limit,
      alarm.peak,
      moment(alarm.peakAt),
      alarm.lastValue,
      moment(alarm.raisedAt),
      moment(alarm.endedAt),
      alarm.endReason,
      moment(alarm.messageAt),
      alarm.repeats,
      historical,
      rule.compare,
    ],
  );
  return rows[0]?.id;
}

/** Writes what the values say about a logged alarm. */
export async function updateAlarm(
  client: Connection,
  alarmId: number,
  alarm: ComputedAlarm,
  historical: boolean,
): Promise<void> {
  await client.query(
    `update alarm_log set raised_at = $2, value = $3, peak = $4, peak_at = $5, last_value = $6, ended_at = $7,
       end_reason = $8, message_at = $9, repeats = $10, historical = $11
     where alarm_id = $1`,
    [
      alarmId,
      moment(alarm.raisedAt),
      alarm.value,
      alarm.peak,
      moment(alarm.peakAt),
      alarm.lastValue,
      moment(alarm.endedAt),
      alarm.endReason,
      moment(alarm.messageAt),
      alarm.repeats,
      historical,
    ],
  );
}

/** Ends running alarms; returns those that were running. */
export async function endAlarms(
  client: Connection,
  alarmIds: readonly number[],
  at: number,
  reason: EndReason,
): Promise<{ alarmId: number; historical: boolean }[]> {
  if (alarmIds.length === 0) return [];
  const { rows } = await client.query<{ alarmId: number; historical: boolean }>(
    `update alarm_log set ended_at = greatest(raised_at, $2), end_reason = $3
     where alarm_id = any($1::bigint[]) and ended_at is null returning alarm_id::float8 as "alarmId", historical`,
    [alarmIds, moment(at), reason],
  );
  return rows;
}

/** Marks alarms that late values do not confirm; running ones end. */
export async function withdrawAlarms(
  client: Connection,
  alarmIds: readonly number[],
  at: number,
): Promise<void> {
  if (alarmIds.length === 0) return;
  await client.query(
    `update alarm_log set ended_at = coalesce(ended_at, greatest(raised_at, $2)), end_reason = 'withdrawn'
     where alarm_id = any($1::bigint[])`,
    [alarmIds, moment(at)],
  );
}

/** An event of an alarm; a message is queued if `isNotified`. */
export interface AlarmChange {
  alarmId: number;
  event: AlarmEvent;
  at: number;
  value: number | null;
  isNotified: boolean;
}

/** Writes the events of alarms, and the messages that still have to be sent about them. */
export async function insertChanges(
  client: Connection,
  changes: readonly AlarmChange[],
  now: number,
): Promise<void> {
  if (changes.length === 0) return;
  const columns = (some: readonly AlarmChange[]) => [
    some.map(({ alarmId }) => alarmId),
    some.map(({ event }) => event),
    some.map(({ at }) => moment(at)),
    some.map(({ value }) => value),
  ];
  await client.query(
    `insert into alarm_event (alarm_id, event, at, value)
     select * from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::float8[])`,
    columns(changes),
  );
  const messages = changes.filter(({ isNotified }) => isNotified);
  if (messages.length === 0) return;
  await client.query(
    `insert into alarm_message (alarm_id, event, at, value, created_at)
     select *, $5::timestamptz from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::float8[])`,
    [...columns(messages), moment(now)],
  );
}

/** Shows in the list of rules when each last raised an alarm. */
export async function setLastAlarm(client: Connection, raised: ReadonlyMap<number, number>): Promise<void> {
  if (raised.size === 0) return;
  await client.query(
    `update alarm_rule set last_alarm = greatest(last_alarm, given.at)
     from unnest($1::integer[], $2::timestamptz[]) as given(rule_id, at) where alarm_rule.rule_id = given.rule_id`,
    [[...raised.keys()], [...raised.values()].map(moment)],
  );
}

/** When each site last sent something. */
export async function readLastPackets(pool: Pool, siteIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ siteId: number; lastSeen: number }>(
    `select site_id as "siteId", extract(epoch from last_seen)::float8 * 1000 as "lastSeen" from site_contact
     where site_id = any($1::integer[])`,
    [siteIds],
  );
  return new Map(rows.map(({ siteId, lastSeen }) => [siteId, lastSeen]));
}
