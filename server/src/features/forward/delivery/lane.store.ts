import type { Connection, Pool } from '../../../platform/db/transaction.ts';
import type { PacketKind } from '../../reading/model.api.ts';
import type { Flight, Lane, NewGap } from './lane.rule.ts';

const iso = (at: number) => new Date(at).toISOString();
const isoOrNull = (at: number | undefined) => (at === undefined ? null : iso(at));
const millis = (column: string) => `extract(epoch from ${column})::float8 * 1000`;
const flightColumns = `${millis('flight_ts')} as flight_ts, ${millis('flight_qn')} as flight_qn`;

interface FlightRow {
  flight_ts: number | null;
  flight_qn: number | null;
}

interface LaneRow extends FlightRow {
  target_id: number;
  site_id: number;
  kind: PacketKind;
  started_at: number;
  sent_until: number;
}

/** Whether there is more to send is unknown after a start, so it is assumed. */
export async function readLanes(client: Connection | Pool): Promise<Lane[]> {
  const { rows } = await client.query<LaneRow>(
    `select target_id, site_id, kind, ${millis('started_at')} as started_at,
       ${millis('sent_until')} as sent_until, ${flightColumns} from forward_lane`,
  );
  return rows.map((row) => ({
    targetId: row.target_id,
    siteId: row.site_id,
    kind: row.kind,
    startedAt: Math.round(row.started_at),
    sentUntil: Math.round(row.sent_until),
    flight: toFlight(row),
    hasMore: true,
  }));
}

function toFlight({ flight_ts: ts, flight_qn: qn }: FlightRow): Flight | undefined {
  return ts === null || qn === null ? undefined : { ts: Math.round(ts), qn: Math.round(qn) };
}

export async function saveLanes(client: Connection, lanes: readonly Lane[]): Promise<void> {
  if (lanes.length === 0) return;
  // The target or the site may have been removed meanwhile.
  await client.query(
    `insert into forward_lane as lane (target_id, site_id, kind, started_at, sent_until, flight_ts, flight_qn)
     select given.* from unnest($1::integer[], $2::integer[], $3::smallint[], $4::timestamptz[], $5::timestamptz[],
       $6::timestamptz[], $7::timestamptz[]) as given(target_id, site_id, kind)
     join forward_target using (target_id) join site using (site_id)
     on conflict (target_id, site_id, kind) do update set sent_until = excluded.sent_until,
       flight_ts = excluded.flight_ts, flight_qn = excluded.flight_qn`,
    [
      lanes.map(({ targetId }) => targetId),
      lanes.map(({ siteId }) => siteId),
      lanes.map(({ kind }) => kind),
      lanes.map(({ startedAt }) => iso(startedAt)),
      lanes.map(({ sentUntil }) => iso(sentUntil)),
      lanes.map(({ flight }) => isoOrNull(flight?.ts)),
      lanes.map(({ flight }) => isoOrNull(flight?.qn)),
    ],
  );
}

/** A stored gap. */
export interface Gap {
  gapId: number;
  targetId: number;
  siteId: number;
  kind: PacketKind;
  from: number;
  to: number;
  flight: Flight | undefined;
  /** Ordered by a person. */
  isOrdered: boolean;
}

/** Adds gaps, except where another gap covers them already. */
export async function insertGaps(client: Connection, gaps: readonly NewGap[]): Promise<void> {
  if (gaps.length === 0) return;
  await client.query(
    `insert into forward_gap (target_id, site_id, kind, from_ts, to_ts, reason, flight_ts, flight_qn)
     select given.* from unnest($1::integer[], $2::integer[], $3::smallint[], $4::timestamptz[], $5::timestamptz[],
       $6::text[], $7::timestamptz[], $8::timestamptz[])
       as given(target_id, site_id, kind, from_ts, to_ts, reason, flight_ts, flight_qn)
     join forward_target using (target_id) join site using (site_id)
     where not exists (
       select from forward_gap gap
       where gap.target_id = given.target_id and gap.site_id = given.site_id and gap.kind = given.kind
         and gap.from_ts <= given.from_ts and gap.to_ts >= given.to_ts
         -- A reissue can be stopped.
         and gap.reissue_id is null
         and gap.flight_ts is distinct from given.from_ts and given.flight_ts is null
     )`,
    [
      gaps.map(({ targetId }) => targetId),
      gaps.map(({ siteId }) => siteId),
      gaps.map(({ kind }) => kind),
      gaps.map(({ from }) => iso(from)),
      gaps.map(({ to }) => iso(to)),
      gaps.map(({ reason }) => reason),
      gaps.map(({ flight }) => isoOrNull(flight?.ts)),
      gaps.map(({ flight }) => isoOrNull(flight?.qn)),
    ],
  );
}

/** Moves the starts of gaps behind settled readings, and removes those that are empty. */
export async function advanceGaps(
  client: Connection,
  gaps: readonly { gapId: number; from: number /** How many readings were settled. */; settled: number }[],
): Promise<void> {
  if (gaps.length === 0) return;
  const ids = gaps.map(({ gapId }) => gapId);
  const starts = gaps.map(({ from }) => iso(from));
  await client.query(
    `update forward_gap gap set from_ts = greatest(gap.from_ts, given.from_ts), flight_ts = null, flight_qn = null,
       readings = greatest(0, readings - given.settled), parked_at = null
     from unnest($1::bigint[], $2::timestamptz[], $3::integer[]) as given(gap_id, from_ts, settled)
     where gap.gap_id = given.gap_id and given.from_ts <= to_ts`,
    [ids, starts, gaps.map(({ settled }) => settled)],
  );
  const { rows } = await client.query<{ reissue_id: number | null }>(
    `delete from forward_gap gap using unnest($1::bigint[], $2::timestamptz[]) as given(gap_id, from_ts)
     where gap.gap_id = given.gap_id and given.from_ts > to_ts returning reissue_id`,
    [ids, starts],
  );
  await endReissues(client, new Set(rows.flatMap(({ reissue_id: id }) => id ?? [])));
}

async function endReissues(client: Connection, reissueIds: ReadonlySet<number>): Promise<void> {
  if (reissueIds.size === 0) return;
  await client.query(
    `update forward_reissue reissue set state = 'done', end_time = limpid_now()
     where reissue_id = any($1) and state in ('running', 'paused')
       and not exists (select from forward_gap where reissue_id = reissue.reissue_id)`,
    [[...reissueIds]],
  );
}

/** The next readings of these gaps were refused: the other gaps of their sites go first. */
export async function parkGaps(client: Connection, gapIds: readonly number[]): Promise<void> {
  if (gapIds.length === 0) return;
  await client.query('update forward_gap set parked_at = limpid_now() where gap_id = any($1)', [gapIds]);
}

const isTakeable = `(reissue_id is null or reissue_id in (select reissue_id from forward_reissue where state = 'running'))`;

/** Those of the gaps that are gone, or of reissues that do not run. */
export async function listHaltedGaps(
  client: Connection | Pool,
  gapIds: readonly number[],
): Promise<Set<number>> {
  if (gapIds.length === 0) return new Set();
  const { rows } = await client.query<{ gap_id: string }>(
    `select gap_id from forward_gap where gap_id = any($1) and ${isTakeable}`,
    [gapIds],
  );
  const running = new Set(rows.map((row) => Number(row.gap_id)));
  return new Set(gapIds.filter((gapId) => !running.has(gapId)));
}

export async function saveGapFlights(
  client: Connection,
  flights: readonly { gapId: number; flight: Flight }[],
): Promise<void> {
  if (flights.length === 0) return;
  await client.query(
    `update forward_gap gap set flight_ts = given.ts, flight_qn = given.qn
     from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) as given(gap_id, ts, qn)
     where gap.gap_id = given.gap_id`,
    [
      flights.map(({ gapId }) => gapId),
      flights.map(({ flight }) => iso(flight.ts)),
      flights.map(({ flight }) => iso(flight.qn)),
    ],
  );
}

/** The sites of each target that have gaps to be sent now. */
export async function listSitesWithGaps(
  client: Connection | Pool,
): Promise<{ targetId: number; siteId: number }[]> {
  const { rows } = await client.query<{ target_id: number; site_id: number }>(
    `select distinct target_id, site_id from forward_gap where ${isTakeable}`,
  );
  return rows.map((row) => ({ targetId: row.target_id, siteId: row.site_id }));
}

interface GapRow extends FlightRow {
  gap_id: string;
  target_id: number;
  site_id: number;
  kind: PacketKind;
  from_ts: number;
  to_ts: number;
  reissue_id: number | null;
}

/**
 * The gap to go on with for each site of a target: the one that begins first. Those of reissues follow the others, and
 * the parked ones follow all.
 */
export async function readFirstGaps(
  client: Connection,
  wanted: readonly { targetId: number; siteId: number }[],
): Promise<(Gap | undefined)[]> {
  const found = wanted.map((): Gap | undefined => undefined);
  if (wanted.length === 0) return found;
  const { rows } = await client.query<GapRow & { n: string }>(
    `select n, gap_id, reissue_id, target_id, site_id, kind, ${millis('from_ts')} as from_ts, ${millis('to_ts')} as to_ts,
       ${flightColumns}
     from unnest($1::integer[], $2::integer[]) with ordinality as wanted(target, site, n)
     cross join lateral (
       select * from forward_gap where target_id = target and site_id = site and ${isTakeable}
       order by reissue_id is not null, parked_at nulls first, from_ts, gap_id limit 1
     ) first`,
    [wanted.map(({ targetId }) => targetId), wanted.map(({ siteId }) => siteId)],
  );
  for (const row of rows) found[Number(row.n) - 1] = toGap(row);
  return found;
}

function toGap(row: GapRow): Gap {
  return {
    gapId: Number(row.gap_id),
    targetId: row.target_id,
    siteId: row.site_id,
    kind: row.kind,
    from: Math.round(row.from_ts),
    to: Math.round(row.to_ts),
    flight: toFlight(row),
    isOrdered: row.reissue_id !== null,
  };
}

/** The gaps of a target, except those of reissues. */
export async function readOwnGaps(client: Connection, targetId: number): Promise<Gap[]> {
  const { rows } = await client.query<GapRow>(
    `select gap_id, reissue_id, target_id, site_id, kind, ${millis('from_ts')} as from_ts, ${millis('to_ts')} as to_ts,
       ${flightColumns} from forward_gap where target_id = $1 and reissue_id is null order by from_ts, gap_id`,
    [targetId],
  );
  return rows.map(toGap);
}
