import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

interface NameFacts {
  /** What the name looks like: see migration 0035. */
  skeleton: string;
  /** A user has it, in another case or width perhaps. */
  isTaken: boolean;
  /** A user has one that looks the same. */
  isAlike: boolean;
}

export async function findNameFacts(db: Database, userName: string): Promise<NameFacts> {
  const { rows } = await sql<NameFacts>`
    select name_skeleton(${userName}) as skeleton,
      exists (select from sys_user where del_flag = '0'
        and lower(normalize(user_name, nfkc)) = lower(normalize(${userName}::text, nfkc))) as is_taken,
      exists (select from sys_user where del_flag = '0'
        and name_skeleton(user_name) = name_skeleton(${userName})) as is_alike`.execute(db);
  return rows[0] ?? { skeleton: userName, isTaken: false, isAlike: false };
}

/** Lets one new name in at a time, until the end of the transaction: two alike cannot slip in together. */
export async function lockNames(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('user name'))`.execute(db);
}
