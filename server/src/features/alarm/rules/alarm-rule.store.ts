import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Rule, RuleSite } from './rule.ts';

/** Enabled rules, or all of them; a rule whose channel was removed is among them, with its problem. */
export async function listRules(db: Database, which: 'enabled' | 'all' = 'enabled'): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select rule_id, rule_name, alarm_type, severity, r.status, target, site_id, entity_id, entity_group, device_type_id,
      dept_id, r.channel_id, index_code, basis, compare, threshold, site_limit, rate_minutes, quality_kind, window_hours,
      reference_kind, dead_band, for_seconds, clear_seconds, interval, interval_unit, remind_minutes, problem,
      last_alarm, simulated, ${ruleChannel} as channel
    from alarm_rule_row r left join basic_channel c using (channel_id)
    where ${which === 'all'} or r.status = '0'
    order by rule_id`.execute(db);
  return rows;
}

/** Null without a channel. */
const ruleChannel = sql`case when c.channel_id is not null then json_build_object(
  'channelId', c.channel_id, 'channelCode', c.channel_code, 'channelName', c.channel_name,
  'channelNameEn', c.channel_name_en, 'channelNameFr', c.channel_name_fr, 'dataType', c.data_type, 'slot', c.slot,
  'unit', c.unit, 'decimals', c.decimals, 'minValue', c.min_value, 'maxValue', c.max_value) end`;

/** What rules have to know of sites: of these, or of all. */
export async function listRuleSites(
  db: Database,
  siteIds: readonly number[] | 'all' = 'all',
): Promise<RuleSite[]> {
  const wanted = siteIds === 'all' ? sql`true` : sql`site_id = any(${[...siteIds]}::integer[])`;
  const { rows } = await sql<RuleSite>`
    select site_id, entity_id, entity_group, device_type_id, report_interval, d.ancestors || d.dept_id as departments
    from site join site_entity using (entity_id) join sys_dept d using (dept_id)
    where ${wanted} order by site_id`.execute(db);
  return rows;
}
