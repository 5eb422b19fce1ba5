import { sql } from 'kysely';
import { administratorRoleId, allPermissions } from '../../platform/auth/caller.ts';
import type { Database } from '../../platform/db/database.ts';
import type { GrantedRole } from './grant.rule.ts';

export interface StoredRole extends GrantedRole {
  roleId: number;
  roleName: string;
}

/** What these roles give, or all there are; as if they were enabled. Those that do not exist are left out. */
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

/** A department with all below it. */
export async function listBelow(db: Database, deptId: number | null): Promise<Set<number>> {
  if (deptId === null) return new Set();
  const { rows } = await sql<{ deptId: number }>`
    select dept_id from sys_dept
    where dept_id = ${deptId} or ancestors @> array[${deptId}::integer]`.execute(db);
  return new Set(rows.map((row) => row.deptId));
}

/** What makes a person more or less powerful than another. */
export async function findStanding(
  db: Database,
  userId: number,
): Promise<{ userName: string; deptId: number | null; roleIds: number[] } | undefined> {
  const { rows } = await sql<{ userName: string; deptId: number | null; roleIds: number[] }>`
    select user_name, dept_id,
      array(select ur.role_id from sys_user_role ur where ur.user_id = u.user_id) as role_ids
    from sys_user u where user_id = ${userId}`.execute(db);
  return rows[0];
}
