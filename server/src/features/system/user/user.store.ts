import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import type { getUser } from '@limpid/contract/system/user';
import { sql } from 'kysely';
import { administratorRoleId } from '../../../platform/auth/caller.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { type ScopeColumns, scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { roleScope } from '../role/role.store.ts';

type FormChoices = ReplyValue<(typeof getUser)['reply']>;
type RoleChoice = Omit<FormChoices['roles'][number], 'exceeds'>;

type UserTables = {
  sysUser: {
    userId: number;
    userName: string;
    deptId: number | null;
    delFlag: string;
    password: string;
    mustChangePassword: boolean;
    passwordTime: Date;
    updateBy: string;
    updateTime: Date;
  };
  sysUserRole: { userId: number; roleId: number };
  sysUserPost: { userId: number; postId: number };
  sysPost: { postId: number };
  userIdentity: { userId: number };
};

const tables = (db: Database) => db.withTables<UserTables>();

/** A user belongs to its department and to itself. */
export const userScope = { dept: 'deptId', user: 'userId' } as const satisfies ScopeColumns;

/** The roles of the data scope and the roles of the user (`flag`), in their order. */
export async function listRoleChoices(
  db: Database,
  scope: Scope,
  userId: number | undefined,
): Promise<RoleChoice[]> {
  const { rows } = await sql<RoleChoice>`
    select role_id, role_name, role_key, role_sort, data_scope, status, remark, create_time, admin, flag
    from sys_role cross join lateral (select
      role_id = ${administratorRoleId} as admin,
      exists (select from sys_user_role held
        where held.role_id = sys_role.role_id and held.user_id = ${userId ?? null}) as flag) facts
    where del_flag = '0' and (flag or ${scopeCondition(scope, roleScope)})
    order by role_sort, role_id`.execute(db);
  return rows;
}

export async function listPostChoices(db: Database): Promise<FormChoices['posts']> {
  const { rows } = await sql<FormChoices['posts'][number]>`
    select post_id, post_code, post_name, post_sort, status from sys_post order by post_sort, post_id`.execute(
    db,
  );
  return rows;
}

export async function readRoleAndPostIds(
  db: Database,
  userId: number,
): Promise<{ roleIds: number[]; postIds: number[] }> {
  const { rows } = await sql<{ roleIds: number[]; postIds: number[] }>`
    select
      array(select ur.role_id from sys_user_role ur join sys_role r using (role_id)
        where ur.user_id = ${userId} and r.del_flag = '0' order by ur.role_id) as role_ids,
      array(select post_id from sys_user_post where user_id = ${userId} order by post_id) as post_ids`.execute(
    db,
  );
  return rows[0] ?? { roleIds: [], postIds: [] };
}

/** The ids that exist. */
export async function findPosts(db: Database, postIds: readonly number[]): Promise<number[]> {
  if (postIds.length === 0) return [];
  const rows = await tables(db)
    .selectFrom('sysPost')
    .select('postId')
    .where('postId', 'in', postIds)
    .execute();
  return rows.map(({ postId }) => postId);
}

export async function replaceRoles(db: Database, userId: number, roleIds: readonly number[]): Promise<void> {
  await tables(db).deleteFrom('sysUserRole').where('userId', '=', userId).execute();
  const rows = roleIds.map((roleId) => ({ userId, roleId }));
  if (rows.length > 0) await tables(db).insertInto('sysUserRole').values(rows).execute();
}

export async function replacePosts(db: Database, userId: number, postIds: readonly number[]): Promise<void> {
  await tables(db).deleteFrom('sysUserPost').where('userId', '=', userId).execute();
  const rows = postIds.map((postId) => ({ userId, postId }));
  if (rows.length > 0) await tables(db).insertInto('sysUserPost').values(rows).execute();
}

/** Removes roles, posts and linked identities of a deleted user. */
export async function removeUserLinks(db: Database, userId: number): Promise<void> {
  await replaceRoles(db, userId, []);
  await replacePosts(db, userId, []);
  await tables(db).deleteFrom('userIdentity').where('userId', '=', userId).execute();
}

/** Stores a password that the user must change at the next login. */
export async function storeTemporaryPassword(
  db: Database,
  clock: Clock,
  { userId, password, updateBy }: { userId: number; password: string; updateBy: string },
): Promise<void> {
  const now = clock.now();
  await tables(db)
    .updateTable('sysUser')
    .set({ password, mustChangePassword: true, passwordTime: now, updateBy, updateTime: now })
    .where('userId', '=', userId)
    .execute();
}

/**
 * Whether another enabled user is an administrator. Locks the rows of all administrators, so that two of them cannot
 * remove each other at the same moment.
 */
export async function hasOtherAdministrator(db: Database, userId: number): Promise<boolean> {
  const { rows } = await sql<{ userId: number }>`
    select user_id from sys_user u
    where u.status = '0' and u.del_flag = '0' and (u.user_id = 1 or exists (
      select from sys_user_role ur join sys_role r using (role_id)
      where ur.user_id = u.user_id and r.role_id = ${administratorRoleId} and r.status = '0' and r.del_flag = '0'))
    order by user_id for update of u`.execute(db);
  return rows.some((row) => row.userId !== userId);
}

export async function countUsersByDepartment(
  db: Database,
  scope: Scope,
): Promise<{ deptId: number; count: number }[]> {
  const { rows } = await sql<{ deptId: number; count: number }>`
    select dept_id, count(*) as count from sys_user
    where del_flag = '0' and dept_id is not null and ${scopeCondition(scope, userScope)}
    group by dept_id`.execute(db);
  return rows;
}

/** Whether the user of this name is in the data scope; undefined without such a user. */
export async function isUserNameInScope(
  db: Database,
  scope: Scope,
  userName: string,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ reached: boolean }>`
    select ${scopeCondition(scope, userScope)} as reached from sys_user
    where del_flag = '0' and lower(user_name) = lower(${userName})`.execute(db);
  return rows.length > 0 ? rows.every(({ reached }) => reached) : undefined;
}

/** The enabled departments of the data scope, each with the names from the root down to its own. */
export async function listDepartmentPaths(
  db: Database,
  scope: Scope,
): Promise<{ deptId: number; path: string[] }[]> {
  const { rows } = await sql<{ deptId: number; path: string[] }>`
    select d.dept_id, array(
      select a.dept_name from unnest(d.ancestors || d.dept_id) with ordinality as step (dept_id, place)
      join sys_dept a on a.dept_id = step.dept_id order by place) as path
    from sys_dept d
    where d.del_flag = '0' and d.status = '0' and ${scopeCondition(scope, { dept: 'd.deptId' })}`.execute(db);
  return rows;
}
