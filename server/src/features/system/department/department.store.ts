import { type Expression, type SqlBool, sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';

/** Where a department hangs: `ancestors` goes from the top down to its parent. */
export interface Place {
  deptId: number;
  parentId: number;
  ancestors: number[];
  status: string;
}

/** One change of the tree at a time, or two moves could close a circle between them. */
export async function lockDepartments(db: Database): Promise<void> {
  await sql`lock table sys_dept in share row exclusive mode`.execute(db);
}

export async function findPlace(db: Database, deptId: number): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select dept_id, parent_id, ancestors, status from sys_dept
    where dept_id = ${deptId} and del_flag = '0'`.execute(db);
  return rows[0];
}

/** Gives everything below a department its new ancestors. */
export async function moveDescendants(
  db: Database,
  { deptId, ancestors }: Place,
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
    update sys_dept set status = '0', update_by = ${userName}, update_time = now()
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
export function hasUnseenBelow(db: Database, deptId: number, scope: Scope): Promise<boolean> {
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

/** Roles that had chosen the department no longer do. */
export async function forgetInRoles(db: Database, deptId: number): Promise<void> {
  await sql`delete from sys_role_dept where dept_id = ${deptId}`.execute(db);
}

async function exists(db: Database, query: Expression<unknown>): Promise<boolean> {
  const { rows } = await sql<{ found: SqlBool }>`select exists (${query}) as found`.execute(db);
  return rows[0]?.found === true;
}
