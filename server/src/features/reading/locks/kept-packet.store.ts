import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Entry, joinEntries, listEntries, type Replaced } from '../merge.rule.ts';
import type { PacketKind, Reading } from '../reading.ts';

/** A packet of a locked month, with the values of the same moment that it replaced on its way. */
export interface KeptPacket {
  lockId: number;
  reading: Reading;
  replaced: readonly Replaced[];
}

/**
 * Stores packets of locked months, complete and apart from the readings; one that came before is counted. One that waited to
 * be let in comes from there: another lock covers its site now.
 */
export async function insertKeptPackets(
  client: pg.ClientBase,
  packets: readonly KeptPacket[],
  arrivedAt: Date,
): Promise<void> {
  const rows = packets.map(({ lockId, reading, replaced }) => {
    const { siteId, ts, kind, rank } = reading;
    const entries = JSON.stringify(listEntries(reading).toSorted((a, b) => a.slot - b.slot));
    return {
      site_id: siteId,
      lock_id: lockId,
      ts: new Date(ts).toISOString(),
      kind,
      rank,
      entries,
      replaced: JSON.stringify(replaced),
      digest: createHash('sha256').update(entries).digest('hex'),
    };
  });
  const columns = 'site_id, lock_id, ts, kind, rank, entries, replaced, digest';
  await client.query(
    `insert into kept_packet (${columns}, arrived_at, last_arrived_at)
     select site_id, lock_id, ts, kind, rank, entries::jsonb, replaced::jsonb, digest, $2, $2
     from json_to_recordset($1) as packet(site_id integer, lock_id integer, ts timestamptz, kind smallint, rank bigint,
       entries text, replaced text, digest text)
     on conflict (site_id, ts, kind, digest) do update set (arrivals, last_arrived_at, lock_id) = (
       select kept_packet.arrivals + repeats, case repeats when 1 then excluded.last_arrived_at
         else kept_packet.last_arrived_at end, excluded.lock_id
       from (select count(*) as repeats from month_lock l where l.lock_id = kept_packet.lock_id) as locks)`,
    [JSON.stringify(rows), arrivedAt.toISOString()],
  );
}

/** A packet that waits to be let in. */
export interface WaitingPacket extends KeptPacket {
  packetId: number;
}

interface PacketRow {
  packet_id: string;
  lock_id: number;
  site_id: number;
  at: number;
  kind: PacketKind;
  entries: Entry[];
  replaced: Replaced[];
}

/** The next packets of an unlocked month, one for each moment of a site. */
export async function listWaitingPackets(
  pool: pg.Pool,
  lockId: number,
  limit: number,
): Promise<WaitingPacket[]> {
  const { rows } = await pool.query<PacketRow>(
    `select distinct on (site_id, ts, kind) packet_id, lock_id, site_id, extract(epoch from ts)::float8 * 1000 as at,
       kind, entries, replaced
     from (select * from kept_packet where lock_id = $1 order by ts limit $2) as next
     order by site_id, ts, kind, packet_id`,
    [lockId, limit],
  );
  return rows.map((row) => ({
    packetId: Number(row.packet_id),
    lockId: row.lock_id,
    // The caller knows the zone, which says the hour.
    reading: joinEntries({ siteId: row.site_id, kind: row.kind, ts: row.at, hour: row.at }, row.entries),
    replaced: row.replaced,
  }));
}

/** Removes packets in the transaction that stores them, and counts them for the log of the lock. */
export async function removeKeptPackets(
  client: pg.ClientBase | pg.Pool,
  lockId: number,
  packetIds: readonly number[],
  outcome: 'let_in' | 'expired',
): Promise<void> {
  await client.query(
    `with removed as (delete from kept_packet where packet_id = any($2::bigint[]) returning packet_id)
     update month_lock_log set ${outcome} = ${outcome} + (select count(*) from removed)
     where lock_id = $1 and action = 'unlock'`,
    [lockId, packetIds],
  );
}
