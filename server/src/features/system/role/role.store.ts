import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import { sql } from 'kysely';
import { type Caller, hasAllPermissions } from '../../../platform/auth/caller.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { type ScopeRule, scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';

/**
 * A role belongs to no department. A caller with a limited scope sees the roles of users in that scope, and the roles
 * that the caller added, which may have no holder yet.
 */
export const roleScope: ScopeRule = (scope) => sql`(sys_role.owner_id = ${scope.userId} or exists (
  select from sys_user_role ur join sys_user u on u.user_id = ur.user_id and u.del_flag = '0'
  where ur.role_id = sys_role.role_id and ${userInScope(scope)}))`;

function userInScope(scope: Scope) {
  return scopeCondition(scope, { dept: 'u.deptId', user: 'u.userId' });
}

export async function isRoleVisible(db: Database, scope: Scope, roleId: number): Promise<boolean> {
  const { rows } = await sql`select from sys_role
    where role_id = ${roleId} and del_flag = '0' and ${scopeCondition(scope, roleScope)}`.execute(db);
  return rows.length > 0;
}

/** Compares regardless of case and width. */
export async function isKeyTaken(db: Database, roleKey: string, exceptId: number): Promise<boolean> {
  const { rows } = await sql`
    select from sys_role
    where del_flag = '0' and role_id <> ${exceptId}
      and lower(normalize(role_key, nfkc)) = lower(normalize(${roleKey}::text, nfkc))
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Locks a role and returns its current status. */
export async function lockRole(db: Database, roleId: number): Promise<string | undefined> {
  const { rows } = await sql<{ status: string }>`
    select status from sys_role where role_id = ${roleId} and del_flag = '0' for update`.execute(db);
  return rows[0]?.status;
}

interface Holder {
  userId: number;
  userName: string;
  deptId: number | null;
  /** Whether the user is in the caller's data scope. */
  isReached: boolean;
}

/** The users who have a role. */
export async function listHolders(db: Database, roleId: number, scope: Scope): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select u.user_id, u.user_name, u.dept_id, ${userInScope(scope)} as is_reached
    from sys_user_role ur join sys_user u on u.user_id = ur.user_id and u.del_flag = '0'
    where ur.role_id = ${roleId} order by u.user_id`.execute(db);
  return rows;
}

/** Those of the users who are in the data scope. */
export async function listUsersInScope(
  db: Database,
  userIds: readonly number[],
  scope: Scope,
): Promise<{ userId: number; deptId: number | null }[]> {
  const { rows } = await sql<{ userId: number; deptId: number | null }>`
    select u.user_id, u.dept_id from sys_user u
    where u.user_id = any(${userIds}) and u.del_flag = '0' and ${userInScope(scope)}`.execute(db);
  return rows;
}

export async function insertHolders(db: Database, roleId: number, userIds: readonly number[]): Promise<void> {
  await sql`insert into sys_user_role (user_id, role_id) select unnest(${userIds}::integer[]), ${roleId}
    on conflict do nothing`.execute(db);
}

export async function removeHolders(db: Database, roleId: number, userIds: readonly number[]): Promise<void> {
  await sql`delete from sys_user_role where role_id = ${roleId} and user_id = any(${userIds})`.execute(db);
}

interface MenuGrant {
  menuId: number;
  name: string;
  permissions: string[];
  status: string;
  /** Whether the caller has the menu through an enabled role. */
  isHeld: boolean;
}

/** The existing menus of these ids with their permissions. */
export async function listMenuGrants(
  db: Database,
  menuIds: readonly number[],
  caller: Caller,
  language: Language,
): Promise<MenuGrant[]> {
  const held = hasAllPermissions(caller)
    ? sql`true`
    : sql`exists (select from sys_role_menu rm
        join sys_user_role ur on ur.role_id = rm.role_id and ur.user_id = ${caller.userId}
        join sys_role r on r.role_id = rm.role_id and r.status = '0' and r.del_flag = '0'
        where rm.menu_id = m.menu_id)`;
  const { rows } = await sql<{ menuId: number; perms: string | null; status: string; isHeld: boolean }>`
    select m.menu_id, m.menu_name, m.menu_name_en, m.menu_name_fr, m.perms, m.status, ${held} as is_held
    from sys_menu m where m.menu_id = any(${menuIds}) order by m.menu_id`.execute(db);
  return rows.map((row) => ({
    menuId: row.menuId,
    name: localised({ ...row }, 'menuName', language),
    permissions: splitPermissions(row.perms),
    status: row.status,
    isHeld: row.isHeld,
  }));
}

/** The permissions of a menu, which are stored joined by commas. */
export function splitPermissions(perms: unknown): string[] {
  return String(perms ?? '')
    .split(',')
    .flatMap((permission) => permission.trim() || []);
}

export async function listRoleMenus(db: Database, roleId: number): Promise<number[]> {
  const { rows } = await sql<{ menuId: number }>`
    select menu_id from sys_role_menu where role_id = ${roleId} order by menu_id`.execute(db);
  return rows.map((row) => row.menuId);
}

export async function replaceRoleMenus(
  db: Database,
  roleId: number,
  menuIds: readonly number[],
): Promise<void> {
  await sql`delete from sys_role_menu where role_id = ${roleId} and menu_id <> all(${menuIds})`.execute(db);
  await sql`insert into sys_role_menu (role_id, menu_id) select ${roleId}, unnest(${menuIds}::integer[])
    on conflict do nothing`.execute(db);
}

export interface RoleDepartment {
  deptId: number;
  parentId: number;
  deptName: string;
  status: string;
  isChosen: boolean;
}

/** The departments of the caller's data scope in order, and whether the role's data scope includes each. */
export async function listRoleDepartments(
  db: Database,
  roleId: number,
  scope: Scope,
): Promise<RoleDepartment[]> {
  const { rows } = await sql<RoleDepartment>`
    select d.dept_id, d.parent_id, d.dept_name, d.status, rd.dept_id is not null as is_chosen
    from sys_dept d left join sys_role_dept rd on rd.dept_id = d.dept_id and rd.role_id = ${roleId}
    where d.del_flag = '0' and ${scopeCondition(scope, { dept: 'd.deptId' })}
    order by d.parent_id, d.order_num, d.dept_id`.execute(db);
  return rows;
}

export async function replaceRoleDepartments(
  db: Database,
  roleId: number,
  deptIds: readonly number[],
): Promise<void> {
  await sql`delete from sys_role_dept where role_id = ${roleId} and dept_id <> all(${deptIds})`.execute(db);
  await sql`insert into sys_role_dept (role_id, dept_id) select ${roleId}, unnest(${deptIds}::integer[])
    on conflict do nothing`.execute(db);
}
