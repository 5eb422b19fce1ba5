import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** All occurrences of one cause since the last write. */
export interface ErrorLogEntry {
  cause: string;
  source: string;
  kind: string;
  message: string;
  position: string | null;
  stack: string | null;
  userName: string | null;
  url: string | null;
  requestId: string | null;
  version: string | null;
  browser: string | null;
  count: number;
  lastSeen: Date;
}

interface ErrorLogTable extends ErrorLogEntry {
  countSince: number;
  firstSeen: Date;
  status: string;
}

/** Adds occurrences to the row of the cause, from any process; a resolved cause is reopened. */
export async function upsertErrorLogEntry(db: Database, failure: ErrorLogEntry): Promise<void> {
  const { count, lastSeen } = failure;
  await db
    .withTables<{ errorLog: ErrorLogTable }>()
    .insertInto('errorLog')
    .values({ ...failure, countSince: count, firstSeen: lastSeen, status: '0' })
    .onConflict((conflict) =>
      conflict.column('cause').doUpdateSet((row) => ({
        count: sql`error_log.count + excluded.count`,
        countSince: sql`error_log.count_since + excluded.count_since`,
        status: '0',
        message: row.ref('excluded.message'),
        position: row.ref('excluded.position'),
        stack: row.ref('excluded.stack'),
        userName: row.ref('excluded.userName'),
        url: row.ref('excluded.url'),
        requestId: row.ref('excluded.requestId'),
        version: row.ref('excluded.version'),
        browser: row.ref('excluded.browser'),
        lastSeen: row.ref('excluded.lastSeen'),
      })),
    )
    .execute();
}
