import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';

/**
 * False when somebody has the name already. Names that differ only in case or width are the same to a reader,
 * so they count as taken; the lock keeps two newcomers from taking one at the same moment.
 */
export function insertNewcomer(
  db: Database,
  clock: Clock,
  { userName, password }: { userName: string; password: string },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('registration'))`.execute(transaction);
    const { rows } = await sql`
      insert into sys_user (user_name, nick_name, password, password_time, create_by, create_time)
      select ${userName}, ${userName}, ${password}, ${clock.now()}, ${userName}, ${clock.now()}
      where not exists (
        select from sys_user
        where del_flag = '0' and lower(normalize(user_name, NFKC)) = lower(normalize(${userName}::text, NFKC)))
      on conflict do nothing
      returning user_id`.execute(transaction);
    return rows.length > 0;
  });
}
