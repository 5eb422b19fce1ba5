import { sql } from 'kysely';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import { type ScopeColumns, type ScopeRule, scopeCondition } from '../../platform/auth/scope.store.ts';
import type { Database } from '../../platform/db/database.ts';

export interface CountedTable {
  table: string;
  softDeleted: boolean;
  /** The owner of a row; rows without an owner have no data scope. */
  columns?: ScopeColumns | ScopeRule;
}

/** Counts the rows of the data scope that are not soft-deleted. */
export async function countRowsInScope(
  db: Database,
  { table, softDeleted, columns }: CountedTable,
  scope: Scope,
): Promise<number> {
  const present = softDeleted ? sql`del_flag = '0'` : sql`true`;
  const reached = columns ? scopeCondition(scope, columns) : sql`true`;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${present} and ${reached}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function describeDatabase(db: Database): Promise<{ version: string; bytes: number }> {
  const { rows } = await sql<{ version: string; bytes: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(
    db,
  );
  return rows[0] ?? { version: '', bytes: 0 };
}
