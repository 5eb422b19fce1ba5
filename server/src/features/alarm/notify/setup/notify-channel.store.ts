import type { Pool } from '../../../../platform/db/transaction.ts';
import type { Person } from '../send/channel.ts';

/** Where a user is reached. */
export async function findPerson(pool: Pool, userId: number): Promise<Person | undefined> {
  const { rows } = await pool.query<Person>(
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
