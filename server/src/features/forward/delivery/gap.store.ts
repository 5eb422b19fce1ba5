import type { Connection, Pool } from '../../../platform/db/transaction.ts';
import type { PacketKind } from '../../reading/model.api.ts';
import type { Flight, NewGap } from './lane.rule.ts';
import { type FlightRow, flightColumns, iso, isoOrNull, millis, toFlight } from './lane.store.ts';
import { findRetry, type Parked } from './parking.rule.ts';

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
  /** Its only reading was set aside before. */
  parked: Parked | undefined;
}

/** The moment of its next reading at the earliest: what is stored before a reading on its way has a gap of its own. */
export const findGapStart = ({ from, flight }: Pick<Gap, 'from' | 'flight'>): number => flight?.ts ?? from;

/** Moves the starts of gaps behind settled readings, and removes those that are empty. */
export async function advanceGaps(
  client: Connection,
  gaps: readonly { gapId: number; from: number /** How many readings were settled. */; settled: number }[],
): Promise<void> {
  if (gaps.length === 0) return;
  const ids = gaps.map(({ gapId }) => gapId);
  const starts = gaps.map(({ from }) => iso(from));
  await client.query(
    `update forward_gap gap set from_ts = greatest(gap.from_ts, given.from_ts),
       -- What is given up before a reading on its way does not change its QN.
       flight_ts = case when flight_ts >= given.from_ts then flight_ts end,
       flight_qn = case when flight_ts >= given.from_ts then flight_qn end,
       readings = greatest(0, readings - given.settled)
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

/** A reading of a gap that is set aside. */
export interface ParkedReading {
  gapId: number;
  flight: Flight;
  parked: Parked;
}

/** Sets readings aside at which gaps begin: they become gaps of their own, and the others go on behind them. */
export async function parkGaps(client: Connection, readings: readonly ParkedReading[]): Promise<void> {
  if (readings.length === 0) return;
  await client.query(
    `insert into forward_gap (target_id, site_id, kind, from_ts, ordered_from, to_ts, reason, reissue_id, readings,
       flight_ts, flight_qn, parks, refusals, parked_at, retry_at)
     select target_id, site_id, kind, given.ts,
       -- From behind the reading before, so that its delivery leaves no hole.
       case when reissue_id is not null and retry_at is null then greatest(ordered_from, from_ts) else ordered_from end,
       given.ts, reason, reissue_id, case when reissue_id is not null then 1 end,
       given.ts, given.qn, given.parks, given.refusals, given.parked, given.retry
     from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[], $4::smallint[], $5::smallint[], $6::timestamptz[],
       $7::timestamptz[]) as given(gap_id, ts, qn, parks, refusals, parked, retry)
     join forward_gap using (gap_id)`,
    [
      readings.map(({ gapId }) => gapId),
      readings.map(({ flight }) => iso(flight.ts)),
      readings.map(({ flight }) => iso(flight.qn)),
      readings.map(({ parked }) => parked.parks),
      readings.map(({ parked }) => parked.refusals),
      readings.map(({ parked }) => iso(parked.at)),
      readings.map(({ parked }) => iso(findRetry(parked))),
    ],
  );
  // What a reissue delivers from now on does not stand for them.
  await client.query(
    `update forward_gap gap set ordered_from = given.ts + interval '1 millisecond'
     from unnest($1::bigint[], $2::timestamptz[]) as given(gap_id, ts)
     where gap.gap_id = given.gap_id and reissue_id is not null`,
    [readings.map(({ gapId }) => gapId), readings.map(({ flight }) => iso(flight.ts))],
  );
  await advanceGaps(
    client,
    readings.map(({ gapId, flight }) => ({ gapId, from: flight.ts + 1, settled: 1 })),
  );
}

/** A reading that the live lane has given up: it is the first of its gap to be sent. */
export type MissedReading = Pick<NewGap, 'targetId' | 'siteId' | 'kind'> & { flight: Flight };

export async function insertMissed(client: Connection, readings: readonly MissedReading[]): Promise<void> {
  if (readings.length === 0) return;
  await client.query(
    `insert into forward_gap (target_id, site_id, kind, from_ts, to_ts, reason, flight_ts, flight_qn)
     select given.target_id, given.site_id, given.kind, given.ts, given.ts, 'missed', given.ts, given.qn
     from unnest($1::integer[], $2::integer[], $3::smallint[], $4::timestamptz[], $5::timestamptz[])
       as given(target_id, site_id, kind, ts, qn)
     join forward_lane using (target_id, site_id, kind)`,
    [
      readings.map(({ targetId }) => targetId),
      readings.map(({ siteId }) => siteId),
      readings.map(({ kind }) => kind),
      readings.map(({ flight }) => iso(flight.ts)),
      readings.map(({ flight }) => iso(flight.qn)),
    ],
  );
}

/** What was set aside is tried at once: the target was edited. */
export async function unparkGaps(pool: Pool, targetIds: readonly number[]): Promise<void> {
  if (targetIds.length === 0) return;
  await pool.query(
    'update forward_gap set retry_at = parked_at where target_id = any($1) and retry_at is not null',
    [targetIds],
  );
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
  parks: number;
  refusals: number;
  parked_at: number | null;
}

const gapColumns = `gap_id, reissue_id, target_id, site_id, kind, ${millis('from_ts')} as from_ts,
  ${millis('to_ts')} as to_ts, ${flightColumns}, parks, refusals, ${millis('parked_at')} as parked_at`;

/** The gap to go on with for a site of a target, and where the one after it begins, or when it is to be looked for again. */
export type FirstGap = { gap: Gap; nextStart: number | undefined } | { retryAt: number } | undefined;

/**
 * The gap to go on with for each site of a target: the one that begins first. What was set aside follows the others, and
 * the gaps of reissues follow all of the target's own.
 */
export async function readFirstGaps(
  client: Connection,
  wanted: readonly { targetId: number; siteId: number }[],
  now: number,
): Promise<FirstGap[]> {
  if (wanted.length === 0) return [];
  const { rows } = await client.query<PlacedRow>(
    `select n, ${gapColumns}, ${millis('retry_at')} as retry_at
     from unnest($1::integer[], $2::integer[]) with ordinality as wanted(target, site, n)
     cross join lateral (
       select *, row_number() over (
         order by coalesce(retry_at > $3, false), case when retry_at > $3 then retry_at end,
           reissue_id is not null, retry_at is not null, coalesce(flight_ts, from_ts), gap_id) as place
       from forward_gap where target_id = target and site_id = site and ${isTakeable}
     ) placed where place <= 2 order by n, place`,
    [wanted.map(({ targetId }) => targetId), wanted.map(({ siteId }) => siteId), iso(now)],
  );
  const byPlace = Map.groupBy(rows, ({ n }) => Number(n) - 1);
  return wanted.map((_, at): FirstGap => {
    const [first, second] = byPlace.get(at) ?? [];
    if (!first) return undefined;
    const { retry_at: retryAt } = first;
    if (retryAt !== null && retryAt > now) return { retryAt };
    const isInOrder =
      second && isParked(second) === isParked(first) && isOrdered(second) === isOrdered(first);
    const isDue = isInOrder && (second.retry_at ?? now) <= now;
    return { gap: toGap(first), nextStart: isDue ? findGapStart(toGap(second)) : undefined };
  });
}

type PlacedRow = GapRow & { n: string; retry_at: number | null };

const isParked = (row: PlacedRow) => row.retry_at !== null;
const isOrdered = (row: GapRow) => row.reissue_id !== null;

function toGap(row: GapRow): Gap {
  const { parks, refusals, parked_at: at } = row;
  return {
    gapId: Number(row.gap_id),
    targetId: row.target_id,
    siteId: row.site_id,
    kind: row.kind,
    from: Math.round(row.from_ts),
    to: Math.round(row.to_ts),
    flight: toFlight(row),
    isOrdered: isOrdered(row),
    parked: parks > 0 && at !== null ? { parks, refusals, at } : undefined,
  };
}

const gapsAtOnce = 1000;

/** The gaps of a target that begin before a moment, except those of reissues, some at a time. */
export async function* eachOwnGaps(
  client: Connection,
  targetId: number,
  before?: number,
): AsyncGenerator<Gap[]> {
  for (let last = 0; ; ) {
    const { rows } = await client.query<GapRow>(
      `select ${gapColumns} from forward_gap
       where target_id = $1 and reissue_id is null and gap_id > $2 and ($3::timestamptz is null or from_ts < $3)
       order by gap_id limit $4`,
      [targetId, last, isoOrNull(before), gapsAtOnce],
    );
    if (rows.length > 0) yield rows.map(toGap);
    if (rows.length < gapsAtOnce) return;
    last = Number(rows.at(-1)?.gap_id);
  }
}
