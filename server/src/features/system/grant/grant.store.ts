import { sql } from 'kysely';
import { administratorRoleId, allPermissions } from '../../../platform/auth/caller.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { GrantedRole, HeldRole } from './grant.rule.ts';

export interface StoredRole extends GrantedRole {
  roleId: number;
}

/** The grants of these roles, or of all, as if they were enabled; unknown ids are left out. */
export async function listGrants(db: Database, roleIds?: readonly number[]): Promise<StoredRole[]> {
  const { rows } = await sql<StoredRole>`
    select r.role_id, r.role_name, r.data_scope,
      array(select rd.dept_id from sys_role_dept rd where rd.role_id = r.role_id) as dept_ids,
      case when r.role_id = ${administratorRoleId} then array[${allPermissions}] else array(
        select distinct trim(p) from sys_role_menu rm
        join sys_menu m on m.menu_id = rm.menu_id and m.status = '0'
        cross join lateral unnest(string_to_array(m.perms, ',')) p
        where rm.role_id = r.role_id and trim(p) <> '') end as permissions
    from sys_role r
    where r.del_flag = '0' and (${roleIds === undefined} or r.role_id = any(${roleIds ?? []}))
    order by r.role_sort, r.role_id`.execute(db);
  return rows;
}

/** The grants with the departments of each role's holders, disabled users included. */
export async function listHeldGrants(db: Database, roleIds: readonly number[]): Promise<HeldRole[]> {
  const roles = await listGrants(db, roleIds);
  const { rows } = await sql<{ roleId: number; deptId: number | null }>`
    select distinct ur.role_id, u.dept_id
    from sys_user_role ur join sys_user u on u.user_id = ur.user_id and u.del_flag = '0'
    where ur.role_id = any(${roleIds})`.execute(db);
  const holders = Map.groupBy(rows, ({ roleId }) => roleId);
  return roles.map((role) => ({
    ...role,
    holderDeptIds: (holders.get(role.roleId) ?? []).map(({ deptId }) => deptId),
  }));
}

export async function listRolesWithMenu(db: Database, menuId: number): Promise<number[]> {
  const { rows } = await sql<{ roleId: number }>`
    select role_id from sys_role_menu where menu_id = ${menuId} order by role_id`.execute(db);
  return rows.map(({ roleId }) => roleId);
}

/**
 * Changes of different roles may run concurrently (`role`), but not with a menu that gets permissions or a department
 * that moves (`tree`): each may be harmless alone and not together. Call it before reading what the check depends on.
 */
export async function lockGrants(db: Database, change: 'role' | 'tree'): Promise<void> {
  const lock = sql.raw(change === 'role' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  await sql`select ${lock}(hashtext('grants'))`.execute(db);
}

/** `share` protects roles while they are assigned, `update` protects their assignments while they change. */
export async function lockRoles(
  db: Database,
  roleIds: readonly number[],
  mode: 'share' | 'update',
): Promise<void> {
  if (roleIds.length === 0) return;
  await sql`select from sys_role where role_id = any(${roleIds}) order by role_id for ${sql.raw(mode)}`.execute(
    db,
  );
}

/** Locks department and roles of users until the end of the transaction. */
export async function lockUsers(db: Database, userIds: readonly number[]): Promise<void> {
  await sql`select from sys_user where user_id = any(${userIds}) order by user_id for no key update`.execute(
    db,
  );
}

/** A department and its descendants. */
export async function listSubtree(db: Database, deptId: number | null): Promise<Set<number>> {
  if (deptId === null) return new Set();
  const { rows } = await sql<{ deptId: number }>`
    select dept_id from sys_dept
    where dept_id = ${deptId} or ancestors @> array[${deptId}::integer]`.execute(db);
  return new Set(rows.map((row) => row.deptId));
}

/** The department and roles of a user. */
export async function findUserRoles(
  db: Database,
  userId: number,
): Promise<{ userName: string; deptId: number | null; roleIds: number[] } | undefined> {
  const { rows } = await sql<{ userName: string; deptId: number | null; roleIds: number[] }>`
    select user_name, dept_id,
      array(select ur.role_id from sys_user_role ur where ur.user_id = u.user_id) as role_ids
    from sys_user u where user_id = ${userId}`.execute(db);
  return rows[0];
}
