import { sql } from 'kysely';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../platform/auth/scope.store.ts';
import { sessionEnded } from '../../platform/auth/sessions.store.ts';
import { publishWithin } from '../../platform/bus.ts';
import type { Database } from '../../platform/db/database.ts';

/** The user of a session in the caller's data scope. */
export async function findSessionOwner(
  db: Database,
  scope: Scope,
  sessionId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ userId: number }>`
    select user_id from online_session
    where session_id = ${sessionId}
      and ${scopeCondition(scope, { dept: 'dept_id', user: 'user_id' })}`.execute(db);
  return rows[0]?.userId;
}

export async function endSessionsByIds(db: Database, sessionIds: readonly number[]): Promise<void> {
  await sql`delete from session where session_id = any(${sessionIds}::bigint[])`.execute(db);
  await publishWithin(db, sessionEnded);
}
