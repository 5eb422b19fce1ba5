import { type SqlBool, sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { ContactField } from '../contact/contact.rule.ts';
import { userScope } from './user.store.ts';

/** Whether another user of the data scope has the phone or e-mail. */
export async function isContactTaken(
  db: Database,
  scope: Scope,
  { field, value, userId }: { field: ContactField; value: string; userId: number | undefined },
): Promise<boolean> {
  // Prevents two concurrent writers from storing the same contact.
  await sql`select pg_advisory_xact_lock(hashtext('user contact'))`.execute(db);
  const same =
    field === 'email'
      ? sql<SqlBool>`lower(email) = lower(${value}) and email <> ''`
      : sql<SqlBool>`phonenumber = ${value} and phonenumber <> ''`;
  const { rows } = await sql`
    select from sys_user
    where del_flag = '0' and ${same} and user_id <> ${userId ?? 0} and ${scopeCondition(scope, userScope)}
    limit 1`.execute(db);
  return rows.length > 0;
}
