import { type Expression, type SqlBool, sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';

/** The position of a department; `ancestors` are ordered from the root to the parent. */
export interface DepartmentNode {
  deptId: number;
  parentId: number;
  ancestors: number[];
  status: string;
}

/** Serialises changes of the tree: two concurrent moves could form a cycle. */
export async function lockDepartments(db: Database): Promise<void> {
  await sql`lock table sys_dept in share row exclusive mode`.execute(db);
}

export async function findDepartmentNode(db: Database, deptId: number): Promise<DepartmentNode | undefined> {
  const { rows } = await sql<DepartmentNode>`
    select dept_id, parent_id, ancestors, status from sys_dept
    where dept_id = ${deptId} and del_flag = '0'`.execute(db);
  return rows[0];
}

export function isDepartmentEnabled(db: Database, deptId: number): Promise<boolean> {
  return exists(
    db,
    sql`select 1 from sys_dept where dept_id = ${deptId} and status = '0' and del_flag = '0'`,
  );
}

/** Updates the ancestors of all descendants. */
export async function moveDescendants(
  db: Database,
  { deptId, ancestors }: DepartmentNode,
  to: number[],
): Promise<void> {
  await sql`
    update sys_dept set ancestors = ${to}::integer[] || ancestors[${ancestors.length + 1}:]
    where ancestors @> array[${deptId}::integer]`.execute(db);
}

export async function findStopped(db: Database, deptIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ deptId: number }>`
    select dept_id from sys_dept where dept_id = any(${deptIds}) and status = '1' and del_flag = '0'`.execute(
    db,
  );
  return rows.map(({ deptId }) => deptId);
}

export async function enableDepartments(db: Database, deptIds: number[], userName: string): Promise<void> {
  await sql`
    update sys_dept set status = '0', update_by = ${userName}, update_time = limpid_now()
    where dept_id = any(${deptIds})`.execute(db);
}

export function hasActiveBelow(db: Database, deptId: number): Promise<boolean> {
  return exists(
    db,
    sql`select 1 from sys_dept
      where ancestors @> array[${deptId}::integer] and status = '0' and del_flag = '0'`,
  );
}

/** Whether a department below this one is outside the data scope. */
export function hasHiddenBelow(db: Database, deptId: number, scope: Scope): Promise<boolean> {
  return exists(
    db,
    sql`select 1 from sys_dept where ancestors @> array[${deptId}::integer] and del_flag = '0'
      and not ${scopeCondition(scope, { dept: 'dept_id' })}`,
  );
}

export function hasChildren(db: Database, deptId: number): Promise<boolean> {
  return exists(db, sql`select 1 from sys_dept where parent_id = ${deptId} and del_flag = '0'`);
}

export function hasUsers(db: Database, deptId: number): Promise<boolean> {
  return exists(db, sql`select 1 from sys_user where dept_id = ${deptId} and del_flag = '0'`);
}

/** Removes the department from the data scopes of roles. */
export async function removeFromRoles(db: Database, deptId: number): Promise<void> {
  await sql`delete from sys_role_dept where dept_id = ${deptId}`.execute(db);
}

async function exists(db: Database, query: Expression<unknown>): Promise<boolean> {
  const { rows } = await sql<{ found: SqlBool }>`select exists (${query}) as found`.execute(db);
  return rows[0]?.found === true;
}
