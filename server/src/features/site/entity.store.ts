import { sql } from 'kysely';
import type { NamedRecord } from '../../crud/read-name.ts';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../platform/auth/scope.store.ts';
import type { Database } from '../../platform/db/database.ts';

/** An entity belongs to its department. */
export const entityScope = { dept: 'deptId' };

/** Whether PostgreSQL knows the time zone under exactly this name. */
export async function isDatabaseZone(db: Database, zone: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${zone}`.execute(db);
  return rows.length > 0;
}

export async function hasEntities(db: Database, deptId: number): Promise<boolean> {
  const { rows } = await sql`select from site_entity where dept_id = ${deptId} limit 1`.execute(db);
  return rows.length > 0;
}

export async function listSiteIds(db: Database, entityId: number): Promise<number[]> {
  const { rows } = await sql<{ siteId: number }>`
    select site_id from site where entity_id = ${entityId}`.execute(db);
  return rows.map(({ siteId }) => siteId);
}

export async function countSitesOf(db: Database, entityId: number): Promise<number> {
  return (await listSiteIds(db, entityId)).length;
}

/** Nothing can be added to the entity until the transaction ends. */
export async function lockEntity(db: Database, entityId: number): Promise<void> {
  await sql`select from site_entity where entity_id = ${entityId} for update`.execute(db);
}

/** The enabled departments of the data scope, by name and by path. */
export async function listDepartments(db: Database, scope: Scope): Promise<NamedRecord[]> {
  const { rows } = await sql<{ deptId: number; deptName: string; path: string | null }>`
    select dept_id, dept_name, (
      select string_agg(above.dept_name, '/' order by array_position(d.ancestors, above.dept_id)) from sys_dept above
      where above.dept_id = any(d.ancestors)) || '/' || dept_name as path
    from sys_dept d
    where del_flag = '0' and status = '0' and ${scopeCondition(scope, entityScope)}`.execute(db);
  return rows.map(({ deptId, deptName, path }) => ({ id: deptId, names: [deptName, path] }));
}

/** The entities of the data scope, by code and names. */
export async function listEntities(db: Database, scope: Scope): Promise<NamedRecord[]> {
  const { rows } = await sql<{ entityId: number; names: (string | null)[] }>`
    select entity_id, array[entity_code, entity_name, entity_name_en, entity_name_fr] as names
    from site_entity where ${scopeCondition(scope, entityScope)}`.execute(db);
  return rows.map(({ entityId, names }) => ({ id: entityId, names }));
}

export async function isEntityInScope(db: Database, scope: Scope, entityId: number): Promise<boolean> {
  const { rows } = await sql`
    select from site_entity where entity_id = ${entityId} and ${scopeCondition(scope, entityScope)}`.execute(
    db,
  );
  return rows.length > 0;
}

export async function findDepartment(db: Database, entityId: number): Promise<number | null> {
  const { rows } = await sql<{ deptId: number | null }>`
    select dept_id from site_entity where entity_id = ${entityId}`.execute(db);
  return rows[0]?.deptId ?? null;
}

/** Whether an entity of the data scope has this file. */
export async function isAttachmentInScope(db: Database, scope: Scope, file: string): Promise<boolean> {
  const { rows } = await sql`
    select from site_entity where file = ${file} and ${scopeCondition(scope, entityScope)}`.execute(db);
  return rows.length > 0;
}
