import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';

export async function insertRegisteredUser(
  db: Database,
  clock: Clock,
  { userName, password }: { userName: string; password: string },
): Promise<void> {
  const now = clock.now();
  await sql`
    insert into sys_user (user_name, nick_name, password, password_time, create_by, create_time)
    values (${userName}, ${userName}, ${password}, ${now}, ${userName}, ${now})`.execute(db);
}
