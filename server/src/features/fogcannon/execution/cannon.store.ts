import type { fogCannon } from '@limpid/contract/fogcannon/cannon';
import type { StoredRowOf } from '@limpid/contract/kit/row';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Pool } from '../../../platform/db/transaction.ts';

/** A cannon as it is stored, with sealed secrets, and the site whose values are noted with its runs. */
export type ControlledCannon = StoredRowOf<typeof fogCannon> & {
  measuringSiteId: number | null;
  /** Changes whenever the cannon is edited. */
  version: string;
};

/** All cannons. Without a chosen site, the nearest enabled one of the entity is noted. */
export async function listControlledCannons(db: Database): Promise<ControlledCannon[]> {
  const { rows } = await sql<ControlledCannon>`
    select c.*, m.site_id as measuring_site_id,
      (select xmin::text from fog_cannon where cannon_id = c.cannon_id) as version
    from fog_cannon_row c join fog_measuring_site m using (cannon_id) order by cannon_id`.execute(db);
  return rows;
}

/** Notes a DTU that was disconnected. */
export async function noteDtu(
  pool: Pool,
  dtu: { registration: string; address: string; reason: string; at: Date },
): Promise<void> {
  await pool.query(
    `insert into fog_dtu as d (registration, address, reason, last_seen) values ($1, $2, $3, $4)
     on conflict (registration) do update set address = $2, reason = $3, last_seen = $4, calls = d.calls + 1`,
    [dtu.registration, dtu.address, dtu.reason, dtu.at],
  );
  // The newest ones are kept: anybody can call with any text.
  await pool.query(
    `delete from fog_dtu where registration not in (select registration from fog_dtu order by last_seen desc limit 100)`,
  );
}

/** DTUs that were disconnected. A DTU of a cannon is listed for users who may see that cannon. */
export async function listNotedDtus(db: Database, scope: Scope) {
  const { rows } = await sql<{
    registration: string;
    address: string;
    reason: string;
    lastSeen: string;
    calls: number;
  }>`
    with known as (
      select trim(registration) as registration, bool_or(${scopeCondition(scope, { dept: 'deptId' })}) as is_seen
      from fog_cannon join site_entity using (entity_id) where driver = 'modbusDtu' group by 1
    )
    select d.* from fog_dtu d left join known using (registration)
    where coalesce(known.is_seen, true) order by d.last_seen desc`.execute(db);
  return rows;
}

/** A DTU that is known now is no longer among the unknown ones. */
export async function forgetDtu(pool: Pool, registration: string): Promise<void> {
  await pool.query('delete from fog_dtu where registration = $1', [registration]);
}
