import { type SqlBool, sql } from 'kysely';
import type { NamedRecord } from '../../../crud/read-name.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { type ScopeRule, scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import { joinWriters } from '../../reading/locks/locks.api.ts';

export const ownRules: ScopeRule = (scope) => scopeCondition(scope, { dept: 'deptId' });

/** Rules of a department hold for all below it, where people see which rule has flagged a value. */
export const effectiveRules: ScopeRule = (scope) => sql<SqlBool>`(${ownRules(scope)} or dept_id in (
  select unnest(ancestors) from sys_dept where ${scopeCondition(scope, { dept: 'sysDept.deptId' })}))`;

const byDepartment = { dept: 'dept_id' } as const;

/** The department of a site within reach. */
export async function findSiteDepartment(
  db: Database,
  scope: Scope,
  siteId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ deptId: number }>`
    select dept_id from site join site_entity using (entity_id)
    where site_id = ${siteId} and ${scopeCondition(scope, byDepartment)}`.execute(db);
  return rows[0]?.deptId;
}

/** Queues the hours that a rule leaves out, unless a person has confirmed it or their month is locked. */
export async function queueExcludedHours(db: Database, ruleId: number): Promise<void> {
  await joinWriters(db);
  await sql`
    insert into dirty_hour (hour, sites)
    select ts, array_agg(distinct site_id) from quality_flag f
    where rule_id = ${ruleId} and not counts and state = 'open' and not exists (
      select from month_lock_site l where l.site_id = f.site_id and f.ts >= since and f.ts < until)
    group by ts`.execute(db);
}

export async function hasChannel(db: Database, channelId: number): Promise<boolean> {
  const { rows } = await sql`select from basic_channel where channel_id = ${channelId}`.execute(db);
  return rows.length > 0;
}

/** A station, and whether it is simulated while the site is a real one. */
export async function findStation(
  db: Database,
  code: string,
  siteId: number,
): Promise<{ invented: boolean } | undefined> {
  const { rows } = await sql<{ invented: boolean }>`
    select simulated and not exists (select from site where site_id = ${siteId} and site.simulated) as invented
    from reference_station where station_code = ${code}`.execute(db);
  return rows[0];
}

interface NamedRecords {
  sites: NamedRecord[];
  departments: NamedRecord[];
  deviceTypes: NamedRecord[];
  channels: NamedRecord[];
}

/** What a sheet can name, within reach. */
export async function listNamed(db: Database, scope: Scope): Promise<NamedRecords> {
  const within = scopeCondition(scope, byDepartment);
  const sites = sql<NamedRecord>`select site_id as id, array[site_code, site_name] as names
    from site join site_entity using (entity_id) where ${within}`.execute(db);
  const departments = sql<NamedRecord>`select dept_id as id, array[dept_name] as names from sys_dept
    where ${within}`.execute(db);
  const deviceTypes = sql<NamedRecord>`select device_type_id as id, array[type_code, type_name] as names
    from basic_device_type`.execute(db);
  const channels = sql<NamedRecord>`select channel_id as id,
    array[channel_code, channel_name, channel_name_en, channel_name_fr] as names from basic_channel`.execute(
    db,
  );
  const [foundSites, foundDepartments, types, foundChannels] = await Promise.all([
    sites,
    departments,
    deviceTypes,
    channels,
  ]);
  return {
    sites: foundSites.rows,
    departments: foundDepartments.rows,
    deviceTypes: types.rows,
    channels: foundChannels.rows,
  };
}
