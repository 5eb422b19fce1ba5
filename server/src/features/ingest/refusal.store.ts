import { sql } from 'kysely';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../platform/auth/scope.store.ts';
import type { Database } from '../../platform/db/database.ts';

/** The department of the site; refusals of unknown senders belong to none. */
export const refusalScope = { dept: 'deptId' };

/** Removes all rows that the caller may list. */
export async function removeRefusals(db: Database, scope: Scope): Promise<void> {
  await sql`delete from gateway_refusal where refusal_id in
    (select refusal_id from gateway_refusal_row where ${scopeCondition(scope, refusalScope)})`.execute(db);
}
