import type pg from 'pg';
import type { StationSession } from './session.ts';

/** Stores the connections of this process that have changed, and removes those that have ended. */
export async function upsertConnections(
  pool: pg.Pool,
  process: string,
  changed: readonly StationSession[],
  ended: readonly number[],
  at: Date,
): Promise<void> {
  const column = <V>(read: (session: StationSession) => V) => changed.map(read);
  const moment = (read: (session: StationSession) => number) =>
    changed.map((session) => new Date(read(session)).toISOString());
  await pool.query(
    `insert into gateway_connection (process, number, address, mn, site_id, version, connected_at, last_seen,
       packets, bytes, refused, reasons, site_ids, heartbeat_at)
     select $1, number, address, mn, site_id, version, connected_at, last_seen, packets, bytes, refused, reasons,
       site_ids::integer[], $2::timestamptz
     from unnest($3::integer[], $4::text[], $5::text[], $6::integer[], $7::text[], $8::timestamptz[], $9::timestamptz[],
       $10::bigint[], $11::bigint[], $12::bigint[], $13::jsonb[], $14::text[])
       as input (number, address, mn, site_id, version, connected_at, last_seen, packets, bytes, refused, reasons, site_ids)
     on conflict (process, number) do update set mn = excluded.mn, site_id = excluded.site_id,
       version = excluded.version, last_seen = excluded.last_seen, packets = excluded.packets,
       bytes = excluded.bytes, refused = excluded.refused, reasons = excluded.reasons, site_ids = excluded.site_ids,
       heartbeat_at = excluded.heartbeat_at`,
    [
      process,
      at.toISOString(),
      column(({ number }) => number),
      column(({ address }) => address),
      column(({ mn }) => mn || null),
      column(({ siteId }) => siteId),
      column(({ version }) => version),
      moment(({ connectedAt }) => connectedAt),
      moment(({ lastSeen }) => lastSeen),
      column(({ packets }) => packets),
      column(({ bytes }) => bytes),
      column(({ refused }) => refused),
      column(({ reasons }) => JSON.stringify(Object.fromEntries(reasons))),
      column(({ stations }) => `{${[...new Set(stations.values())].join(',')}}`),
    ],
  );
  await pool.query('delete from gateway_connection where process = $1 and number = any($2::integer[])', [
    process,
    ended,
  ]);
}

/**
 * Renews the connections of this process, and ends those of processes that have stopped renewing theirs, for each of their
 * stations unless the process has stored its end before.
 */
export async function renewConnections(
  pool: pg.Pool,
  process: string,
  at: Date,
  silent: Date,
): Promise<number> {
  const { rowCount } = await pool.query(
    'update gateway_connection set heartbeat_at = $2 where process = $1',
    [process, at.toISOString()],
  );
  await pool.query(
    `with lost as (delete from gateway_connection where heartbeat_at < $1 returning *)
     insert into device_connection (site_id, address, version, connected_at, ended_at, packets, reason)
     select s.site_id, lost.address, lost.version, lost.connected_at, heartbeat_at, lost.packets, 'lost'
     from lost join site s on s.site_id = any(array_append(lost.site_ids, lost.site_id))
     where not exists (
       select from device_connection d
       where d.site_id = s.site_id and d.address = lost.address and d.ended_at >= lost.connected_at
     )`,
    [silent.toISOString()],
  );
  return rowCount ?? 0;
}

export async function removeConnections(pool: pg.Pool, process: string): Promise<void> {
  await pool.query('delete from gateway_connection where process = $1', [process]);
}
