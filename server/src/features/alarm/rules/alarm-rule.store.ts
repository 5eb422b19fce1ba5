import type { alarmRule } from '@limpid/contract/alarm/alarm-rule';
import { sql } from 'kysely';
import type { StoredRow } from '../../../crud/definition.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { type ScopeRule, scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Rule, RuleChannel, RuleSite } from './rule.ts';

/** A rule belongs to its department; the hooks of a write check the department, which depends on the target. */
export const ruleScope: ScopeRule = (scope) => scopeCondition(scope, { dept: 'deptId' });

/** Enabled rules, or all of them; a rule whose channel was removed is among them, with its problem. */
export async function listRules(db: Database, which: 'enabled' | 'all' = 'enabled'): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select rule_id, rule_name, alarm_type, severity, r.status, target, site_id, entity_id, entity_group, device_type_id,
      dept_id, r.channel_id, index_code, basis, compare, threshold, site_limit, rate_minutes, quality_kind, window_hours,
      reference_kind, dead_band, for_seconds, clear_seconds, interval, interval_unit, remind_minutes, problem,
      last_alarm, extract(epoch from coalesce(changed.changed_at, r.create_time))::float8 * 1000 as in_force_since, simulated, ${ruleChannel} as channel
    from alarm_rule_row r left join basic_channel c using (channel_id)
    join (select rule_id, changed_at from alarm_rule) changed using (rule_id)
    where ${which === 'all'} or r.status = '0'
    order by rule_id`.execute(db);
  return rows;
}

/** Null without a channel. */
const ruleChannel = sql`case when c.channel_id is not null then json_build_object(
  'channelId', c.channel_id, 'channelCode', c.channel_code, 'gbCode', c.gb_code, 'channelName', c.channel_name,
  'channelNameEn', c.channel_name_en, 'channelNameFr', c.channel_name_fr, 'dataType', c.data_type, 'slot', c.slot,
  'unit', c.unit, 'decimals', c.decimals, 'minValue', c.min_value, 'maxValue', c.max_value) end`;

/** What rules have to know of sites: of these, or of all that are enabled. */
export async function listRuleSites(
  db: Database,
  siteIds: readonly number[] | 'enabled' = 'enabled',
): Promise<RuleSite[]> {
  const wanted =
    siteIds === 'enabled' ? sql`site.status = '0'` : sql`site_id = any(${[...siteIds]}::integer[])`;
  const { rows } = await sql<RuleSite>`
    select site_id, entity_id, entity_group, device_type_id, report_interval, d.ancestors || d.dept_id as departments
    from site join site_entity using (entity_id) join sys_dept d using (dept_id)
    where ${wanted} order by site_id`.execute(db);
  return rows;
}

/** The channels that each device type measures. */
export async function listChannelsByType(
  db: Database,
): Promise<ReadonlyMap<number, ReadonlySet<number | null>>> {
  const { rows } = await sql<{ deviceTypeId: number; channelIds: number[] }>`
    select device_type_id, array_agg(channel_id) as channel_ids from basic_device_type_channel
    group by device_type_id`.execute(db);
  return new Map(rows.map(({ deviceTypeId, channelIds }) => [deviceTypeId, new Set(channelIds)]));
}

/** The rows of rules as the list has them, by id. */
export async function listRuleRows(
  db: Database,
  ruleIds: readonly number[],
): Promise<ReadonlyMap<number, StoredRow<typeof alarmRule>>> {
  const { rows } = await sql<StoredRow<typeof alarmRule>>`
    select * from alarm_rule_row where rule_id = any(${[...ruleIds]})`.execute(db);
  return new Map(rows.map((row) => [row.ruleId, row]));
}

export async function findRuleChannel(db: Database, channelId: number): Promise<RuleChannel | undefined> {
  const { rows } = await sql<{ channel: RuleChannel }>`
    select ${ruleChannel} as channel from basic_channel c where channel_id = ${channelId}`.execute(db);
  return rows[0]?.channel;
}

/** The number of running alarms of rules. */
export async function countRunning(db: Database, scope: Scope, ruleIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from alarm_log join alarm_rule_row using (rule_id)
    where rule_id = any(${[...ruleIds]}) and ended_at is null and ${scopeCondition(scope, ruleScope)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Removes the rules of the demonstration when its last site is gone. Returns how many there were. */
export async function removeAbandonedRules(db: Database): Promise<number> {
  const { rows } =
    await sql`delete from alarm_rule where simulated and not exists (select from site where simulated)
    returning rule_id`.execute(db);
  return rows.length;
}
