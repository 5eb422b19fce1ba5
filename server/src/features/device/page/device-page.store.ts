import type { CloseReason, DeviceConnection, DeviceFrame } from '@limpid/contract/device/device-page';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { toMoment } from '../../../platform/db/moment.ts';
import type { Pool } from '../../../platform/db/transaction.ts';

const mostConnections = 50;

/** The present connection of a site, if any, which other sites may share, and those before it, newest first. */
export async function listSiteConnections(db: Database, siteId: number): Promise<DeviceConnection[]> {
  const { rows } = await sql<DeviceConnection>`
    select address, version, connected_at, null as ended_at, packets, null as reason
    from gateway_connection where ${siteId} = any(site_ids)
    union all
    (select address, version, connected_at, ended_at, packets, reason from device_connection
     where site_id = ${siteId} order by ended_at desc limit ${mostConnections})
    order by ended_at desc nulls first, connected_at desc`.execute(db);
  return rows;
}

/** A connection of a site that has ended. */
export interface EndedConnection {
  siteId: number;
  address: string;
  version: string | null;
  connectedAt: number;
  endedAt: number;
  packets: number;
  reason: CloseReason;
}

/** Adds connections that have ended, and removes all but the newest of their sites. */
export async function insertConnections(pool: Pool, ended: readonly EndedConnection[]): Promise<void> {
  if (ended.length === 0) return;
  const column = <V>(read: (one: EndedConnection) => V) => ended.map(read);
  await pool.query(
    `insert into device_connection (site_id, address, version, connected_at, ended_at, packets, reason)
     select * from unnest($1::integer[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::bigint[],
       $7::text[]) as input(site_id, address, version, connected_at, ended_at, packets, reason)
     where exists (select from site where site.site_id = input.site_id)`,
    [
      column(({ siteId }) => siteId),
      column(({ address }) => address),
      column(({ version }) => version),
      column(({ connectedAt }) => toMoment(connectedAt)),
      column(({ endedAt }) => toMoment(endedAt)),
      column(({ packets }) => packets),
      column(({ reason }) => reason),
    ],
  );
  await pool.query(
    `delete from device_connection where connection_id in (
       select connection_id from (
         select connection_id, row_number() over (partition by site_id order by ended_at desc, connection_id desc) as n
         from device_connection where site_id = any($1::integer[])
       ) as numbered where n > $2)`,
    [[...new Set(column(({ siteId }) => siteId))], mostConnections],
  );
}

export interface SiteFrames {
  siteId: number;
  frames: readonly DeviceFrame[];
}

/** Replaces the frames of sites. */
export async function upsertFrames(pool: Pool, all: readonly SiteFrames[], at: Date): Promise<void> {
  if (all.length === 0) return;
  await pool.query(
    `insert into device_frames (site_id, frames, stored_at)
     select site_id, frames, $3 from unnest($1::integer[], $2::jsonb[]) as input(site_id, frames)
     where exists (select from site where site.site_id = input.site_id)
     on conflict (site_id) do update set frames = excluded.frames, stored_at = excluded.stored_at`,
    [all.map(({ siteId }) => siteId), all.map(({ frames }) => JSON.stringify(frames)), at.toISOString()],
  );
}

export async function findFrames(
  db: Database,
  siteId: number,
): Promise<{ storedAt: string; frames: DeviceFrame[] } | undefined> {
  const { rows } = await sql<{ storedAt: string; frames: DeviceFrame[] }>`
    select stored_at, frames from device_frames where site_id = ${siteId}`.execute(db);
  return rows[0];
}
