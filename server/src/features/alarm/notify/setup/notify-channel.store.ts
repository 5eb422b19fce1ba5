import { sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { Pool } from '../../../../platform/db/transaction.ts';

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
