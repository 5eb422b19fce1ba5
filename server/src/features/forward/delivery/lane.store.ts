import type { Connection, Pool } from '../../../platform/db/transaction.ts';
import type { PacketKind } from '../../reading/model.api.ts';
import type { Flight, Lane } from './lane.rule.ts';

export const iso = (at: number) => new Date(at).toISOString();
export const isoOrNull = (at: number | null | undefined) => (typeof at === 'number' ? iso(at) : null);
export const millis = (column: string) => `extract(epoch from ${column})::float8 * 1000`;
export const flightColumns = `${millis('flight_ts')} as flight_ts, ${millis('flight_qn')} as flight_qn`;

export interface FlightRow {
  flight_ts: number | null;
  flight_qn: number | null;
}

interface LaneRow extends FlightRow {
  target_id: number;
  site_id: number;
  kind: PacketKind;
  started_at: number;
  sent_until: number;
  ahead: number[];
}

/**
 * Whether there is more to send is unknown after a start, so it is assumed. Lanes that begin with the first reading to
 * arrive are left out.
 */
export async function readLanes(client: Connection | Pool, targetId?: number): Promise<Lane[]> {
  const { rows } = await client.query<LaneRow>(
    `select target_id, site_id, kind, ${millis('started_at')} as started_at,
       ${millis('sent_until')} as sent_until, ${flightColumns},
       array(select ${millis('one')} from unnest(ahead) one) as ahead from forward_lane
     where sent_until > '-infinity' and ($1::integer is null or target_id = $1)`,
    [targetId ?? null],
  );
  return rows.map((row) => ({
    targetId: row.target_id,
    siteId: row.site_id,
    kind: row.kind,
    startedAt: Math.round(row.started_at),
    sentUntil: Math.round(row.sent_until),
    flight: toFlight(row),
    hasMore: true,
    ahead: row.ahead.map(Math.round),
  }));
}

/** The lanes of some targets that begin with the first reading to be stored, and since when they are. */
export async function readUnstartedLanes(
  client: Connection | Pool,
  targetIds: readonly number[],
): Promise<{ targetId: number; siteId: number; kind: PacketKind; createdAt: number }[]> {
  const { rows } = await client.query<Omit<LaneRow, 'ahead'> & { created_at: number }>(
    `select target_id, site_id, kind, ${millis('created_at')} as created_at from forward_lane
     where sent_until = '-infinity' and target_id = any($1)`,
    [targetIds],
  );
  return rows.map((row) => ({
    targetId: row.target_id,
    siteId: row.site_id,
    kind: row.kind,
    createdAt: row.created_at,
  }));
}

export function toFlight({ flight_ts: ts, flight_qn: qn }: FlightRow): Flight | undefined {
  return ts === null || qn === null ? undefined : { ts: Math.round(ts), qn: Math.round(qn) };
}

export async function saveLanes(client: Connection, lanes: readonly Lane[]): Promise<void> {
  if (lanes.length === 0) return;
  // The target may have lost the site meanwhile: then there is no lane.
  await client.query(
    `update forward_lane lane set started_at = given.started_at, sent_until = given.sent_until,
       flight_ts = given.flight_ts, flight_qn = given.flight_qn, ahead = given.ahead::timestamptz[]
     from unnest($1::integer[], $2::integer[], $3::smallint[], $4::timestamptz[], $5::timestamptz[],
       $6::timestamptz[], $7::timestamptz[], $8::text[])
       as given(target_id, site_id, kind, started_at, sent_until, flight_ts, flight_qn, ahead)
     where lane.target_id = given.target_id and lane.site_id = given.site_id and lane.kind = given.kind`,
    [
      lanes.map(({ targetId }) => targetId),
      lanes.map(({ siteId }) => siteId),
      lanes.map(({ kind }) => kind),
      lanes.map(({ startedAt }) => iso(startedAt)),
      lanes.map(({ sentUntil }) => iso(sentUntil)),
      lanes.map(({ flight }) => isoOrNull(flight?.ts)),
      lanes.map(({ flight }) => isoOrNull(flight?.qn)),
      lanes.map(({ ahead }) => `{${ahead.map(iso).join()}}`),
    ],
  );
}
