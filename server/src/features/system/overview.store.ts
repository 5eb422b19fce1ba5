import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

export interface Personalization {
  homeZhTitle: string | null;
  homeEnTitle: string | null;
  homeFrTitle: string | null;
  homeLogo: string | null;
  loginBackground: string | null;
  loginUrl: string | null;
  installedAt: string;
}

export function getPersonalization(db: Database): Promise<Personalization> {
  return db
    .withTables<{ personalization: Personalization }>()
    .selectFrom('personalization')
    .selectAll()
    .executeTakeFirstOrThrow();
}

/** Rows of a table that have not been marked as deleted. Table and condition come from code. */
export async function countTable(db: Database, table: string, softDeleted: boolean): Promise<number> {
  const filter = softDeleted ? sql`del_flag = '0'` : sql`true`;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${filter}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function describeDatabase(db: Database): Promise<{ version: string; bytes: number }> {
  const { rows } = await sql<{ version: string; bytes: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(
    db,
  );
  return rows[0] ?? { version: '', bytes: 0 };
}
