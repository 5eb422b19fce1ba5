import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';

/** A site or an entity with the department and the zone that reports about it have. */
export interface OwnedSubject {
  id: number;
  entityId: number;
  name: string;
  nameEn: string | null;
  nameFr: string | null;
  deptId: number;
  zone: string;
}

const byDepartment = { dept: 'dept_id' } as const;

export async function findReportedSite(
  db: Database,
  scope: Scope,
  siteId: number,
): Promise<OwnedSubject | undefined> {
  const { rows } = await sql<OwnedSubject>`
    select site_id as id, entity_id, site_name as name, null as name_en, null as name_fr, dept_id, zone
    from site join site_entity using (entity_id)
    where site_id = ${siteId} and ${scopeCondition(scope, byDepartment)}`.execute(db);
  return rows[0];
}

export async function findReportedEntity(
  db: Database,
  scope: Scope,
  entityId: number,
): Promise<OwnedSubject | undefined> {
  const { rows } = await sql<OwnedSubject>`
    select entity_id as id, entity_id, entity_name as name, entity_name_en as name_en, entity_name_fr as name_fr,
      dept_id, zone
    from site_entity where entity_id = ${entityId} and ${scopeCondition(scope, byDepartment)}`.execute(db);
  return rows[0];
}

/** The enabled sites of an entity, by code; at most `limit`. */
export async function listReportedSites(
  db: Database,
  entityId: number,
  limit: number,
): Promise<OwnedSubject[]> {
  const { rows } = await sql<OwnedSubject>`
    select site_id as id, entity_id, site_name as name, null as name_en, null as name_fr, dept_id, zone
    from site s join site_entity using (entity_id)
    where entity_id = ${entityId} and s.status = '0' order by site_code, site_id limit ${limit}`.execute(db);
  return rows;
}

export async function hasCity(db: Database, province: string, city: string): Promise<boolean> {
  const { rows } = await sql`
    select from reference_station where city = ${city} and coalesce(province, '') = ${province} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

const listedCities = 200;

export async function listCities(
  db: Database,
  search: string,
): Promise<{ province: string; city: string; stations: number }[]> {
  const { rows } = await sql<{ province: string; city: string; stations: number }>`
    select coalesce(province, '') as province, city, count(*)::integer as stations from reference_station
    where city <> '' and strpos(lower(concat(province, ' ', city)), lower(${search})) > 0
    group by 1, 2 order by 1, 2 limit ${listedCities}`.execute(db);
  return rows;
}

/** Whether a department exists and the scope reaches it. */
export async function reachesDepartment(db: Database, scope: Scope, deptId: number): Promise<boolean> {
  const { rows } = await sql`
    select from sys_dept where dept_id = ${deptId} and ${scopeCondition(scope, byDepartment)}`.execute(db);
  return rows.length > 0;
}

/** A department of the scope: the one given if it is reached, else the highest. */
export async function chooseDepartment(
  db: Database,
  scope: Scope,
  preferred: number | null,
): Promise<number | undefined> {
  const { rows } = await sql<{ deptId: number }>`
    select dept_id from sys_dept where ${scopeCondition(scope, byDepartment)}
    order by dept_id = ${preferred ?? 0} desc, cardinality(ancestors), dept_id limit 1`.execute(db);
  return rows[0]?.deptId;
}

/** Whether departments or those below them have templates, or plans about cities. */
export async function hasReportSettings(db: Database, deptId: number): Promise<boolean> {
  const { rows } = await sql`
    select from report_template where dept_id = ${deptId}
    union all select from report_plan where dept_id = ${deptId} limit 1`.execute(db);
  return rows.length > 0;
}
