import { sql } from 'kysely';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../platform/auth/scope.store.ts';
import type { Database } from '../../platform/db/database.ts';

/** Where the site is; what nobody known has sent is in no department. */
export const refusalScope = { dept: 'deptId' };

/** Removes all that the caller could list. */
export async function removeRefusals(db: Database, scope: Scope): Promise<void> {
  await sql`delete from gateway_refusal where refusal_id in
    (select refusal_id from gateway_refusal_row where ${scopeCondition(scope, refusalScope)})`.execute(db);
}
