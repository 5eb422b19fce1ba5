import { sql } from 'kysely';
import type { NamedRecord } from '../../crud/read-name.ts';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import { type ScopeRule, scopeCondition } from '../../platform/auth/scope.store.ts';
import type { Database } from '../../platform/db/database.ts';
import { entityScope } from './entity.store.ts';

/** A site belongs to the department of its entity. */
export const siteScope: ScopeRule = (scope) => scopeCondition(scope, entityScope);

/** The site with this MN in any case, and whether it is in the caller's data scope. */
export async function findSiteByMn(
  db: Database,
  scope: Scope,
  mn: string,
): Promise<{ siteId: number; siteName: string; isReached: boolean } | undefined> {
  const { rows } = await sql<{ siteId: number; siteName: string; isReached: boolean }>`
    select site_id, site_name, ${scopeCondition(scope, entityScope)} as is_reached
    from site join site_entity using (entity_id) where upper(mn) = upper(${mn})`.execute(db);
  return rows[0];
}

export async function listDeviceTypes(db: Database): Promise<NamedRecord[]> {
  const { rows } = await sql<{ id: number; names: (string | null)[] }>`
    select device_type_id as id, array[type_code, type_name, type_name_en, type_name_fr] as names
    from basic_device_type`.execute(db);
  return rows;
}

export async function countChannels(db: Database, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from basic_channel where channel_id = any(${ids})`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function countSensorTypes(db: Database, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from basic_sensor_type where sensor_type_id = any(${ids})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A station, and whether it is simulated while the site is a real one; so is a site that is being added. */
export async function findReferenceStation(
  db: Database,
  code: string,
  siteId: number | undefined,
): Promise<{ invented: boolean } | undefined> {
  const { rows } = await sql<{ invented: boolean }>`
    select simulated and not exists (
      select from site where site_id = ${siteId ?? null}::integer and site.simulated) as invented
    from reference_station where station_code = ${code}`.execute(db);
  return rows[0];
}

export async function listSensorTypeIds(db: Database, siteId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select sensor_type_id as id from site_sensor_type where site_id = ${siteId} order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

export async function replaceSensorTypes(
  db: Database,
  siteId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`delete from site_sensor_type where site_id = ${siteId}`.execute(db);
  await sql`insert into site_sensor_type select ${siteId}::integer, unnest(${ids}::integer[])`.execute(db);
}

export async function storeKeyHash(db: Database, siteId: number, hash: string): Promise<void> {
  await sql`update site set http_key_hash = ${hash} where site_id = ${siteId}`.execute(db);
}

/** Other changes of the site wait until the transaction ends. */
export async function lockSiteRow(db: Database, siteId: number): Promise<void> {
  await sql`select from site where site_id = ${siteId} for update`.execute(db);
}

/** Removes the last contact only: readings expire by their retention. */
export async function removeContact(db: Database, siteId: number): Promise<void> {
  await sql`delete from site_contact where site_id = ${siteId}`.execute(db);
}

export async function listSimulatedSites(db: Database, scope: Scope): Promise<number[]> {
  const { rows } = await sql<{ siteId: number }>`
    select site_id from site join site_entity using (entity_id)
    where simulated and ${scopeCondition(scope, entityScope)}`.execute(db);
  return rows.map(({ siteId }) => siteId);
}

/** Removes sites, and demo entities without sites. */
export async function removeSites(db: Database, siteIds: readonly number[]): Promise<void> {
  await sql`delete from site_contact where site_id = any(${[...siteIds]})`.execute(db);
  const { rows } = await sql<{ entityId: number }>`
    delete from site where site_id = any(${[...siteIds]}) returning entity_id`.execute(db);
  await sql`delete from site_entity where entity_id = any(${rows.map(({ entityId }) => entityId)})
    and create_by = 'demo' and not exists (select from site where site.entity_id = site_entity.entity_id)`.execute(
    db,
  );
}
