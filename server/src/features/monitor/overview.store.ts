import { sql } from 'kysely';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import { type ScopeColumns, type ScopeRule, scopeCondition } from '../../platform/auth/scope.store.ts';
import type { Database } from '../../platform/db/database.ts';

export interface Holding {
  table: string;
  softDeleted: boolean;
  /** Where the rows say whom they belong to; without it they belong to the installation. */
  columns?: ScopeColumns | ScopeRule;
}

/** Rows of a table that the caller reaches and that have not been marked as deleted. */
export async function countHolding(
  db: Database,
  { table, softDeleted, columns }: Holding,
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
