import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

interface NameFacts {
  /** Equal for names that look the same; see migration 0035. */
  skeleton: string;
  /** A user has this name, regardless of case and width. */
  isTaken: boolean;
  /** A user has a name that looks the same. */
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

/** Serialises new names, so that two similar ones cannot be added at the same moment. */
export async function lockUserNames(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('user name'))`.execute(db);
}
