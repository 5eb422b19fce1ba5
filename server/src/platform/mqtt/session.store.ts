import type { Pool } from '../db/transaction.ts';
import { type Lease, releaseLease, renewLease, takeLease } from '../lease/lease.store.ts';

/** A session at the broker that this process uses. */
export interface MqttSession {
  number: number;
  lease: Lease;
}

/** A dead process is replaced after this time; the sessions it leaves are adopted a little later. */
const durationMs = 7000;
const graceMs = 3000;

const nameOf = (number: number) => `mqtt session ${number}`;

/** Takes the free session with the lowest number, or the given one; undefined if another process has that one. */
export async function takeSession(
  pool: Pool,
  owner: string,
  wanted?: number,
): Promise<MqttSession | undefined> {
  for (let number = wanted ?? 1; ; number++) {
    const claim = { name: nameOf(number), owner, durationMs };
    const fence = await takeLease(pool, claim);
    if (fence !== undefined) {
      await pool.query(
        `insert into mqtt_session (number, changed_at, seen_at) values ($1, clock_timestamp(), clock_timestamp())
         on conflict (number) do update set connected = false, reason = null, changed_at = excluded.changed_at,
           seen_at = excluded.seen_at`,
        [number],
      );
      return { number, lease: { ...claim, fence } };
    }
    if (wanted !== undefined) return undefined;
  }
}

/** Renews the session, also after an outage; false if another process has taken it. */
export async function renewSession(
  pool: Pool,
  session: MqttSession,
  state: { connected: boolean; reason: string | undefined },
): Promise<boolean> {
  if (!(await renewLease(pool, session.lease))) {
    const fence = await takeLease(pool, session.lease);
    if (fence === undefined) return false;
    session.lease.fence = fence;
  }
  await pool.query(
    `update mqtt_session set connected = $2, reason = $3, seen_at = clock_timestamp(),
       changed_at = case when connected = $2 then changed_at else clock_timestamp() end
     where number = $1`,
    [session.number, state.connected, state.reason ?? null],
  );
  return true;
}

/** Gives the session to the next process that starts; `isOver` if it no longer exists at the broker. */
export async function releaseSession(pool: Pool, session: MqttSession, isOver: boolean): Promise<void> {
  if (isOver) await pool.query('delete from mqtt_session where number = $1', [session.number]);
  else await pool.query('update mqtt_session set connected = false where number = $1', [session.number]);
  await releaseLease(pool, session.lease);
}

/** Sessions whose processes have ended: the broker may hold messages for them. */
export async function listOrphans(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ number: number }>(
    `select number from mqtt_session join lease on name = 'mqtt session ' || number
     where expires_at < clock_timestamp() - $1::integer * interval '1 millisecond' order by number`,
    [graceMs],
  );
  return rows.map(({ number }) => number);
}

/** Distinguishes the sessions of installations that share a broker. */
export async function readInstallationId(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `select substr(md5(system_identifier::text || current_database()), 1, 10) as id from pg_control_system()`,
  );
  return rows[0]?.id ?? '';
}
