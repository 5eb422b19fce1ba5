import { sql } from 'kysely';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../platform/auth/scope.store.ts';
import type { Database } from '../../platform/db/database.ts';

/** False when there is no such session among those the caller could list. */
export async function endReachableSession(db: Database, scope: Scope, sessionId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from session where session_id in (
      select session_id from online_session
      where session_id = ${sessionId} and ${scopeCondition(scope, { dept: 'dept_id', user: 'user_id' })})`.execute(
    db,
  );
  return Number(numAffectedRows) > 0;
}
