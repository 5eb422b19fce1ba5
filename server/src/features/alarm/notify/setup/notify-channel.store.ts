import { sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { Pool } from '../../../../platform/db/transaction.ts';
import type { Addressee } from '../send/channel.ts';

/** Where a user is reached. */
export async function findAddressee(pool: Pool, userId: number): Promise<Addressee | undefined> {
  const { rows } = await pool.query<Addressee>(
    `select user_id as "userId", email, phonenumber from sys_user where user_id = $1`,
    [userId],
  );
  return rows[0];
}

/** The secret so far stays valid beside the new one for a while. */
export async function replaceSecret(pool: Pool, id: number, sealed: string, now: Date): Promise<void> {
  await pool.query(
    `update notify_channel set previous_secret = signing_secret, signing_secret = $2, rotated_at = $3
     where notify_channel_id = $1`,
    [id, sealed, now],
  );
}

/** Whether a department has channels or rotas. */
export async function hasNotifications(db: Database, deptId: number): Promise<boolean> {
  const { rows } = await sql`
    select from notify_channel where dept_id = ${deptId}
    union all select from notify_rota where dept_id = ${deptId} limit 1`.execute(db);
  return rows.length > 0;
}
