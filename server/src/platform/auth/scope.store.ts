import { fail } from '@limpid/contract/errors';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Scope } from './scope.rule.ts';

/** The columns that define whom a row belongs to. */
export interface ScopeColumns {
  dept: string;
  /** Column with the owner's user id; without one, "own records" matches nothing. */
  user?: string;
}

/** For rows without an owner: the condition by which a limited scope reaches them. */
export type ScopeRule = (scope: Scope & { all: false }) => RawBuilder<SqlBool>;

/** For rows that belong to no department: only a scope of everything reaches them. */
export const unownedRows: ScopeRule = () => sql<SqlBool>`false`;

/** The scope as a condition on the rows of a table. Column names come from code, values are bound. */
export function scopeCondition(scope: Scope, columns: ScopeColumns | ScopeRule): RawBuilder<SqlBool> {
  if (scope.all) return sql<SqlBool>`true`;
  if (typeof columns === 'function') return columns(scope);
  const dept = sql.ref(columns.dept);
  const any: Expression<SqlBool>[] = [];
  if (scope.subtreeOf !== null) any.push(subtreeCondition(columns.dept, scope.subtreeOf, scope.deptIds));
  else if (scope.deptIds.length > 0) any.push(sql<SqlBool>`${dept} = any(${scope.deptIds})`);
  if (scope.self && columns.user) any.push(sql<SqlBool>`${sql.ref(columns.user)} = ${scope.userId}`);
  if (any.length === 0) return sql<SqlBool>`false`;
  return sql<SqlBool>`(${sql.join(any, sql` or `)})`;
}

/** Rows of a department, of all below it, and of some others, as one condition that an index supports. */
export function subtreeCondition(
  column: string,
  deptId: number,
  otherDeptIds: readonly number[] = [],
): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} in (
    select dept_id from sys_dept
    where dept_id = any(${[deptId, ...otherDeptIds]}) or ancestors @> array[${deptId}::integer])`;
}

/**
 * The scope with the departments below one listed, which is planned and checked faster than a subquery. A scope of every
 * department is one of everything, for rows that all have a department.
 */
export async function resolveSubtree(db: Database, scope: Scope): Promise<Scope> {
  if (scope.all || scope.subtreeOf === null) return scope;
  const { rows } = await sql<{ deptIds: number[]; isAll: boolean }>`
    select coalesce(array_agg(dept_id), '{}') as dept_ids, count(*) = (select count(*) from sys_dept) as is_all
    from sys_dept where ${subtreeCondition('dept_id', scope.subtreeOf, scope.deptIds)}`.execute(db);
  const [{ deptIds, isAll } = { deptIds: [], isAll: false }] = rows;
  return isAll ? { all: true } : { ...scope, deptIds, subtreeOf: null };
}

/** Refuses ids of rows that the caller could not see in the list. Missing rows are refused in the same way. */
export async function checkScope(
  db: Database,
  scope: Scope,
  target: { table: string; id: string; columns: ScopeColumns },
  ids: readonly number[],
): Promise<void> {
  if (scope.all) return;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(target.table)}
    where ${sql.ref(target.id)} = any(${ids}) and ${scopeCondition(scope, target.columns)}`.execute(db);
  if (rows[0]?.count !== new Set(ids).size) fail('scope.denied');
}

/** Refuses to put a row into a department outside the caller's data scope. */
export async function checkDepartment(db: Database, scope: Scope, deptId: unknown): Promise<void> {
  if (scope.all) return;
  if (typeof deptId !== 'number') return fail('scope.denied');
  await checkScope(db, scope, { table: 'sys_dept', id: 'dept_id', columns: { dept: 'dept_id' } }, [deptId]);
}
