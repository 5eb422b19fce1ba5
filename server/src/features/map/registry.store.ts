import { sql } from 'kysely';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../platform/auth/scope.store.ts';
import type { Database } from '../../platform/db/database.ts';

interface Band {
  upTo?: number | null;
  colour: string;
  name: string;
  nameEn?: string | null;
  nameFr?: string | null;
}

export interface MapChannel {
  channelCode: string;
  gbCode: string;
  channelName: string;
  channelNameEn: string | null;
  channelNameFr: string | null;
  unit: string | null;
  decimals: number;
  dataType: string;
  levels: Band[];
}

/** Channels that are shown on maps. */
export async function listMapChannels(db: Database): Promise<MapChannel[]> {
  const { rows } = await sql<MapChannel>`
    select channel_code, gb_code, channel_name, channel_name_en, channel_name_fr, unit, decimals, data_type, levels
    from basic_channel where map_display and status = '0' order by order_num, channel_id`.execute(db);
  return rows;
}

export interface MapEntity {
  entityId: number;
  deptId: number;
  entityName: string;
  entityNameEn: string | null;
  entityNameFr: string | null;
  zone: string;
}

export async function listMapEntities(db: Database): Promise<MapEntity[]> {
  const { rows } = await sql<MapEntity>`
    select entity_id, dept_id, entity_name, entity_name_en, entity_name_fr, zone from site_entity`.execute(
    db,
  );
  return rows;
}

export interface MapSiteRow {
  siteId: number;
  siteName: string;
  mn: string;
  entityId: number;
  longitude: number | null;
  latitude: number | null;
  interval: number;
  simulated: boolean;
  stopped: boolean;
}

export async function listMapSites(db: Database): Promise<MapSiteRow[]> {
  const { rows } = await sql<MapSiteRow>`
    select site_id, site_name, mn, entity_id, longitude, latitude, report_interval as interval, simulated,
      status <> '0' as stopped
    from site order by site_id`.execute(db);
  return rows;
}

/** The last contact of stations that were in contact since a moment. */
export async function listContacts(
  db: Database,
  since: number,
): Promise<{ siteId: number; lastSeen: number }[]> {
  const { rows } = await sql<{ siteId: number; lastSeen: number }>`
    select site_id, extract(epoch from last_seen)::float8 * 1000 as last_seen from site_contact
    where last_seen >= ${new Date(since)}`.execute(db);
  return rows;
}

/** The departments within a scope, ascending; null for all. */
export async function listScopeDepartments(db: Database, scope: Scope): Promise<number[] | null> {
  if (scope.all) return null;
  // Sites belong to departments, not to users: the scope "own records" contains none.
  if (scope.subtreeOf === null) return scope.deptIds.toSorted((a, b) => a - b);
  const { rows } = await sql<{ deptId: number }>`
    select dept_id from sys_dept where ${scopeCondition(scope, { dept: 'deptId' })} order by dept_id`.execute(
    db,
  );
  return rows.map(({ deptId }) => deptId);
}
