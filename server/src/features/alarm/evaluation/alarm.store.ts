import type { AlarmEvent, EndReason } from '@limpid/contract/alarm/alarm-log';
import { toMoment } from '../../../platform/db/moment.ts';
import type { Connection, Pool } from '../../../platform/db/transaction.ts';
import { type RulePlace, rulesOf, sitesOf } from './alarm-state.store.ts';
import { basisOf, compareOf, type EvaluatedRule } from './evaluated-rule.ts';
import type { ComputedAlarm, LoggedAlarm } from './reconcile.rule.ts';

/** The alarms of rules at sites that were running at or after a moment of each, in the order of time. */
export async function listLogged(
  client: Connection | Pool,
  places: readonly (RulePlace & { since: number })[],
): Promise<(LoggedAlarm & RulePlace)[]> {
  if (places.length === 0) return [];
  const at = (column: string) => `extract(epoch from l.${column})::float8 * 1000`;
  const { rows } = await client.query<LoggedAlarm & RulePlace>(
    `select l.site_id as "siteId", l.rule_id as "ruleId", l.alarm_id::float8 as "alarmId",
       ${at('raised_at')} as "raisedAt", ${at('ended_at')} as "endedAt", l.end_reason as "endReason", l.value, l.peak,
       ${at('peak_at')} as "peakAt", l.last_value as "lastValue", ${at('message_at')} as "messageAt", l.repeats,
       l.alarm_type = 'unstable' as unstable, l.historical, l.detail->'parts' as parts
     from unnest($1::integer[], $2::integer[], $3::timestamptz[]) as wanted(site_id, rule_id, since)
     join alarm_log l on l.site_id = wanted.site_id and l.rule_id = wanted.rule_id
       and (l.ended_at is null or l.ended_at >= wanted.since)
     order by l.raised_at, l.alarm_id`,
    [sitesOf(places), rulesOf(places), places.map(({ since }) => toMoment(since))],
  );
  return rows.map(({ parts, ...row }) => (parts ? { ...row, parts } : row));
}

/** The rules that have raised an alarm at these sites which ended at or after a moment, and the latest of its ends. */
export async function listEndedSince(
  client: Connection,
  siteIds: readonly number[],
  since: number,
): Promise<(RulePlace & { endedAt: number })[]> {
  const { rows } = await client.query<RulePlace & { endedAt: number }>(
    `select site_id as "siteId", rule_id as "ruleId", extract(epoch from max(ended_at))::float8 * 1000 as "endedAt"
     from alarm_log where site_id = any($1::integer[]) and ended_at >= $2 and rule_id is not null
     group by site_id, rule_id`,
    [siteIds, toMoment(since)],
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

/** The columns that say what the values say about an alarm. */
const describeAlarm = (alarm: ComputedAlarm, historical: boolean) => ({
  value: alarm.value,
  peak: alarm.peak,
  peak_at: toMoment(alarm.peakAt),
  last_value: alarm.lastValue,
  raised_at: toMoment(alarm.raisedAt),
  ended_at: toMoment(alarm.endedAt),
  end_reason: alarm.endReason,
  message_at: toMoment(alarm.messageAt),
  repeats: alarm.repeats,
  historical,
  detail: alarm.parts ? { parts: alarm.parts } : null,
});
const described = {
  value: 'float8',
  peak: 'float8',
  peak_at: 'timestamptz',
  last_value: 'float8',
  raised_at: 'timestamptz',
  ended_at: 'timestamptz',
  end_reason: 'text',
  message_at: 'timestamptz',
  repeats: 'integer',
  historical: 'boolean',
  detail: 'jsonb',
} satisfies Record<keyof ReturnType<typeof describeAlarm>, string>;
const describedTypes = Object.entries(described)
  .map((column) => column.join(' '))
  .join(', ');
const describedColumns = Object.keys(described).join(', ');
const givenColumns = Object.keys(described)
  .map((column) => `given.${column}`)
  .join(', ');

/** Returns the ids of the new alarms in their order; undefined for one whose site was removed meanwhile. */
export async function insertAlarms(
  client: Connection,
  alarms: readonly NewAlarm[],
): Promise<(number | undefined)[]> {
  if (alarms.length === 0) return [];
  const rows = alarms.map(({ siteId, rule, limit, historical, alarm }, n) => ({
    n,
    site_id: siteId,
    rule_id: rule.ruleId,
    rule_name: rule.ruleName,
    alarm_type: alarm.unstable ? 'unstable' : rule.alarmType,
    severity: rule.severity,
    channel_id: rule.channelId,
    index_code: rule.indexCode,
    basis: basisOf(rule),
    limit_value: limit,
    compare: compareOf(rule),
    ...describeAlarm(alarm, historical),
  }));
  const { rows: added } = await client.query<{ n: number; id: number }>(
    `with given as materialized (
       select nextval(pg_get_serial_sequence('alarm_log', 'alarm_id')) as alarm_id, one.*
       from jsonb_to_recordset($1::jsonb) as one(n integer, site_id integer, rule_id integer, rule_name text,
         alarm_type text, severity text, channel_id integer, index_code text, basis text, limit_value float8,
         compare text, ${describedTypes})),
     added as (
       insert into alarm_log (alarm_id, site_id, rule_id, rule_name, alarm_type, severity, channel_id, index_code, basis,
         limit_value, compare, ${describedColumns})
       overriding system value
       select given.alarm_id, given.site_id, r.rule_id, given.rule_name, given.alarm_type, given.severity, c.channel_id,
         given.index_code, given.basis, given.limit_value, given.compare, ${givenColumns}
       from given join site s on s.site_id = given.site_id left join alarm_rule r on r.rule_id = given.rule_id
       left join basic_channel c on c.channel_id = given.channel_id
       order by given.n returning alarm_id)
     select n, alarm_id::float8 as id from given join added using (alarm_id)`,
    [JSON.stringify(rows)],
  );
  const ids = new Map(added.map(({ n, id }) => [n, id]));
  return alarms.map((_, n) => ids.get(n));
}

/** A logged alarm and what the values say about it now. */
export interface ChangedAlarm {
  alarmId: number;
  alarm: ComputedAlarm;
  historical: boolean;
}

export async function updateAlarms(client: Connection, alarms: readonly ChangedAlarm[]): Promise<void> {
  if (alarms.length === 0) return;
  const rows = alarms.map(({ alarmId, alarm, historical }) => ({
    alarm_id: alarmId,
    ...describeAlarm(alarm, historical),
  }));
  await client.query(
    `update alarm_log set (${describedColumns}) = (${givenColumns})
     from jsonb_to_recordset($1::jsonb) as given(alarm_id bigint, ${describedTypes})
     where alarm_log.alarm_id = given.alarm_id`,
    [JSON.stringify(rows)],
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
    [alarmIds, toMoment(at), reason],
  );
  return rows;
}

/** Running alarms whose rule was deleted, and its state with it. */
export async function listOrphaned(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ alarmId: number }>(
    `select alarm_id::float8 as "alarmId" from alarm_log where ended_at is null and rule_id is null`,
  );
  return rows.map(({ alarmId }) => alarmId);
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
    [alarmIds, toMoment(at)],
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
  await client.query(
    `with given as (
       select * from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::float8[], $5::boolean[])
         with ordinality as change(alarm_id, event, at, value, is_notified, n)),
     recorded as (
       insert into alarm_event (alarm_id, event, at, value) select alarm_id, event, at, value from given order by n)
     insert into alarm_message (alarm_id, event, at, value, created_at)
     select alarm_id, event, at, value, $6::timestamptz from given where is_notified order by n`,
    [
      changes.map(({ alarmId }) => alarmId),
      changes.map(({ event }) => event),
      changes.map(({ at }) => toMoment(at)),
      changes.map(({ value }) => value),
      changes.map(({ isNotified }) => isNotified),
      toMoment(now),
    ],
  );
}

/** Shows in the list of rules when each last raised an alarm. */
export async function setLastAlarm(client: Connection, raised: ReadonlyMap<number, number>): Promise<void> {
  if (raised.size === 0) return;
  await client.query(
    `update alarm_rule set last_alarm = greatest(last_alarm, given.at)
     from unnest($1::integer[], $2::timestamptz[]) as given(rule_id, at) where alarm_rule.rule_id = given.rule_id`,
    [[...raised.keys()], [...raised.values()].map((at) => toMoment(at))],
  );
}

/** When stations last sent something: those that have been silent since a moment, and the given ones. */
export async function readLastPackets(
  pool: Pool,
  silentSince: number,
  siteIds: readonly number[],
): Promise<{ siteId: number; lastSeen: number }[]> {
  const { rows } = await pool.query<{ siteId: number; lastSeen: number }>(
    `select site_id as "siteId", extract(epoch from last_seen)::float8 * 1000 as "lastSeen" from site_contact
     where last_seen < $1 or site_id = any($2::integer[])`,
    [toMoment(silentSince), siteIds],
  );
  return rows;
}
