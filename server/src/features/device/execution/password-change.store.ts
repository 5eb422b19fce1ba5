import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { toMoment } from '../../../platform/db/moment.ts';
import type { Pool } from '../../../platform/db/transaction.ts';

interface NewPasswordChange {
  siteId: number;
  logId: number;
  deviceSn: string;
  sealedPassword: string;
  orderedAt: number;
}

export async function insertPasswordChange(
  pool: Pool,
  { siteId, logId, deviceSn, sealedPassword, orderedAt }: NewPasswordChange,
): Promise<void> {
  await pool.query(
    `insert into station_password_change (site_id, log_id, device_sn, sealed_password, ordered_at)
     values ($1, $2, $3, $4, $5) on conflict (site_id, log_id) do nothing`,
    [siteId, logId, deviceSn, sealedPassword, toMoment(orderedAt)],
  );
}

/** Makes the password of a change that of its site, and ends the changes before it; false if it has ended already. */
export async function adoptPassword(pool: Pool, siteId: number, logId: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with ended as (
       delete from station_password_change where site_id = $1 and log_id <= $2 returning log_id, sealed_password
     )
     update site set access_password = sealed_password from ended
     where site.site_id = $1 and ended.log_id = $2 and access_password is not null`,
    [siteId, logId],
  );
  return rowCount === 1;
}

/** Ends a change that the device has refused or never got; false if there is none. */
export async function removePasswordChange(pool: Pool, siteId: number, logId: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    'delete from station_password_change where site_id = $1 and log_id = $2',
    [siteId, logId],
  );
  return rowCount === 1;
}

/** Ends the changes of a site: somebody has set its password by hand. */
export async function removePasswordChanges(db: Database, siteId: number): Promise<void> {
  await sql`delete from station_password_change where site_id = ${siteId}`.execute(db);
}
