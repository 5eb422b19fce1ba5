import { pollutantCodes } from '@limpid/aqi/pollutant';
import { maxCalibrationChoices } from '@limpid/contract/calibration/choices';
import type { IssueTarget } from '@limpid/contract/calibration/issue';
import type { StationLevel } from '@limpid/contract/reference/national-control';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { type ScopeRule, scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import { textCondition } from '../../../platform/db/text-search.ts';

/** A config is within reach of who reaches the departments of all its sites. */
export const configScope: ScopeRule = (scope) => sql`
  (dept_ids <> '{}' and dept_ids <@ array(
    select dept_id from sys_dept where ${scopeCondition(scope, { dept: 'deptId' })}))`;

export interface AutomaticColumns {
  /** The person with whose rights the config issues by itself. */
  automaticBy: number | null;
}

/** Who made a config issue by itself, and where to. */
export async function findAutomaticPerson(
  db: Database,
  configId: number,
): Promise<{ userId: number | null; name: string | null; target: IssueTarget } | undefined> {
  const { rows } = await sql<{ userId: number | null; name: string | null; target: IssueTarget }>`
    select automatic_by as user_id, user_name as name, target
    from calibration_config left join sys_user on user_id = automatic_by where config_id = ${configId}`.execute(
    db,
  );
  return rows[0];
}

/** Those of the sites that are in the data scope. */
export async function listSitesWithin(
  db: Database,
  scope: Scope,
  siteIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ siteId: number }>`
    select site_id from site join site_entity using (entity_id)
    where site_id = any(${[...siteIds]}) and ${scopeCondition(scope, { dept: 'deptId' })}`.execute(db);
  return rows.map(({ siteId }) => siteId);
}

export interface ConfigMembers {
  siteIds: number[];
  channelIds: number[];
  referenceSiteIds: number[];
}

export async function listMembers(db: Database, configId: number): Promise<ConfigMembers> {
  const { rows } = await sql<ConfigMembers>`
    select array(select site_id from calibration_config_site where config_id = ${configId} order by 1) as site_ids,
      array(select channel_id from calibration_config_channel where config_id = ${configId} order by 1) as channel_ids,
      array(select site_id from calibration_config_reference where config_id = ${configId} order by 1)
        as reference_site_ids`.execute(db);
  return rows[0] ?? { siteIds: [], channelIds: [], referenceSiteIds: [] };
}

const memberTables = {
  siteIds: { table: 'calibration_config_site', column: 'site_id' },
  channelIds: { table: 'calibration_config_channel', column: 'channel_id' },
  referenceSiteIds: { table: 'calibration_config_reference', column: 'site_id' },
} as const;

/** Replaces the members that are given. */
export async function replaceMembers(
  db: Database,
  configId: number,
  members: { [K in keyof ConfigMembers]?: readonly number[] | null | undefined },
): Promise<void> {
  for (const [name, ids] of Object.entries(members)) {
    if (!ids) continue;
    const { table, column } = memberTables[name as keyof ConfigMembers];
    await sql`delete from ${sql.table(table)} where config_id = ${configId}
      and ${sql.ref(column)} <> all(${[...ids]}::integer[])`.execute(db);
    await sql`insert into ${sql.table(table)} (config_id, ${sql.ref(column)})
      select ${configId}, unnest(${[...new Set(ids)]}::integer[]) on conflict do nothing`.execute(db);
  }
}

export interface CalibratedChannel {
  channelId: number;
  channelName: string;
  channelNameEn: string | null;
  channelNameFr: string | null;
  gbCode: string;
  dataType: string;
  unit: string | null;
}

export async function listCalibratedChannels(
  db: Database,
  channelIds: readonly number[],
): Promise<CalibratedChannel[]> {
  const { rows } = await sql<CalibratedChannel>`
    select channel_id, channel_name, channel_name_en, channel_name_fr, gb_code, data_type, unit
    from basic_channel where channel_id = any(${[...channelIds]})`.execute(db);
  return rows;
}

interface Found<V> {
  rows: V[];
  total: number;
}

/** Sites in the data scope by a search; those already chosen come first. */
export async function listSitesToCalibrate(
  db: Database,
  scope: Scope,
  { search, siteIds = [] }: { search?: string | undefined; siteIds?: readonly number[] | undefined },
): Promise<Found<{ id: number; name: string }>> {
  const chosen = sql`site_id = any(${[...siteIds]}::integer[])`;
  const { rows } = await sql<{ id: number; name: string; total: number }>`
    select site_id as id, site_name || ' · ' || entity_name as name, count(*) over ()::integer as total
    from site join site_entity using (entity_id)
    where ${scopeCondition(scope, { dept: 'deptId' })}
      and (${chosen} or ${textCondition(['site_name', 'site_code', 'entity_name'], search)})
    order by ${chosen} desc, entity_name, site_name, site_id
    limit ${Math.max(siteIds.length, 0) + maxCalibrationChoices}`.execute(db);
  return { rows: rows.map(({ id, name }) => ({ id, name })), total: rows[0]?.total ?? 0 };
}

export async function listChannelsToCalibrate(db: Database) {
  const { rows } = await sql<{
    id: number;
    name: string;
    nameEn: string | null;
    nameFr: string | null;
    isPublished: boolean;
  }>`
    select channel_id as id, channel_name as name, channel_name_en as name_en, channel_name_fr as name_fr,
      gb_code = any(${[...pollutantCodes]}) as is_published
    from basic_channel
    where data_type = 'number' and exists (
      select from basic_device_type_channel l where l.channel_id = basic_channel.channel_id)
    order by order_num, channel_id`.execute(db);
  return rows;
}

/** The sources of reference data, those that are asked first. */
export async function listSourcesToCalibrate(db: Database) {
  const { rows } = await sql<{ id: number; name: string; level: StationLevel; isEnabled: boolean }>`
    select source_id as id, source_name as name, station_level as level, status = '0' as is_enabled
    from reference_source order by status, source_name`.execute(db);
  return rows;
}
