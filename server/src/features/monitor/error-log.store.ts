import type { App } from '../../platform/app.ts';
import type { Database } from '../../platform/db/database.ts';

interface ErrorLogTable {
  errorId: number;
  stack: string | null;
  status: string;
  countSince: number;
  resolvedBy: string | null;
  resolvedAt: Date | null;
}

const tables = (db: Database) => db.withTables<{ errorLog: ErrorLogTable }>();

export async function readStack(db: Database, errorId: number): Promise<string | null> {
  const row = await tables(db)
    .selectFrom('errorLog')
    .select('stack')
    .where('errorId', '=', errorId)
    .executeTakeFirst();
  return row?.stack ?? null;
}

/** Returns false for an unknown error. Resolving restarts the count. */
export async function setResolved(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  errorId: number,
  isResolved: boolean,
  userName: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('errorLog')
    .set(
      isResolved
        ? { status: '1', countSince: 0, resolvedBy: userName, resolvedAt: clock.now() }
        : { status: '0' },
    )
    .where('errorId', '=', errorId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
