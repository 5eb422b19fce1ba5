import type { Connection } from '../../../platform/db/transaction.ts';
import type { PacketKind } from '../../reading/model.api.ts';
import { findSpansWithReadings } from '../../reading/storage.api.ts';
import type { NewGap } from './lane.rule.ts';
import { iso, millis } from './lane.store.ts';

/** Readings that are not sent by themselves any more: from the first to the last, and behind which reading they follow. */
export interface SkippedSpan extends Pick<NewGap, 'targetId' | 'siteId' | 'kind'> {
  /** Between it and the first reading there is none. */
  after: number;
  first: number;
  last: number;
}

/** A reading of a gap that is settled. */
export interface SettledReading {
  gapId: number;
  ts: number;
}

export interface LaneMoment {
  targetId: number;
  siteId: number;
  kind: PacketKind;
  ts: number;
}

/** The end of a range is not part of it; readings have whole milliseconds. */
const end = (column: string) => `${column} + interval '1 millisecond'`;

const acceptedSpans = `select target_id, site_id, kind, bool_or(reissue_id is not null) as is_reissued,
    range_agg(tstzrange(coalesce(ordered_from, from_ts), ${end('ts')})) as spans
  from unnest($1::bigint[], $2::timestamptz[]) as accepted(gap_id, ts)
  join forward_gap using (gap_id)
  where coalesce(ordered_from, from_ts) <= ts
  group by target_id, site_id, kind`;
const isSameLane =
  '(known.target_id, known.site_id, known.kind) = (given.target_id, given.site_id, given.kind)';

/** Notes accepted readings of gaps, before the gaps go on: they are not skipped any more, and a reissue has delivered them. */
export async function noteAccepted(client: Connection, readings: readonly SettledReading[]): Promise<void> {
  if (readings.length === 0) return;
  const parameters = [readings.map(({ gapId }) => gapId), readings.map(({ ts }) => iso(ts))];
  await client.query(
    `insert into forward_outcome as known (target_id, site_id, kind, reissued)
     select target_id, site_id, kind, spans
     from (${acceptedSpans}) given join forward_lane using (target_id, site_id, kind)
     where is_reissued
     on conflict (target_id, site_id, kind) do update set
       reissued = keep_newest_ranges(known.reissued + excluded.reissued)`,
    parameters,
  );
  const { rows } = await client.query<RemainderRow>(
    `update forward_outcome known set skipped = known.skipped - given.spans from (${acceptedSpans}) given
     where ${isSameLane} and known.skipped && given.spans
     returning known.target_id, known.site_id, known.kind, array(
       select array[${millis('lower(left_over)')}, ${millis('upper(left_over)')}]
       from unnest(known.skipped) left_over, unnest(given.spans) span where left_over -|- span) as ranges`,
    parameters,
  );
  await dropEmpty(client, rows);
}

interface RemainderRow {
  target_id: number;
  site_id: number;
  kind: PacketKind;
  /** Begin and end of what is left beside accepted readings. */
  ranges: [number, number][];
}

/** Between two accepted readings no skipped one may be left. */
async function dropEmpty(client: Connection, rows: readonly RemainderRow[]): Promise<void> {
  const spans = rows.flatMap(({ target_id: targetId, site_id: siteId, kind, ranges }) =>
    ranges.map(([from, to]) => ({ targetId, siteId, kind, from: Math.round(from), to: Math.round(to) - 1 })),
  );
  const stored = await findSpansWithReadings(client, spans);
  const empty = spans.filter((span) => !stored.has(span));
  if (empty.length === 0) return;
  await client.query(
    `update forward_outcome known set skipped = known.skipped - given.spans
     from (
       select target_id, site_id, kind, range_agg(tstzrange(since, ${end('until')})) as spans
       from unnest($1::integer[], $2::integer[], $3::smallint[], $4::timestamptz[], $5::timestamptz[])
         as one(target_id, site_id, kind, since, until)
       group by target_id, site_id, kind
     ) given where ${isSameLane}`,
    [...keysOf(empty), empty.map(({ from }) => iso(from)), empty.map(({ to }) => iso(to))],
  );
}

/** Finds what readings of gaps that are skipped stand for, before the gaps go on. */
export async function findSkippedOfGaps(
  client: Connection,
  readings: readonly SettledReading[],
): Promise<SkippedSpan[]> {
  if (readings.length === 0) return [];
  const { rows } = await client.query<SkippedRow>(
    `select target_id, site_id, kind, n, ${millis('from_ts')} as from_ts
     from unnest($1::bigint[]) with ordinality as given(gap_id, n) join forward_gap using (gap_id)`,
    [readings.map(({ gapId }) => gapId)],
  );
  return rows.map((row) => {
    const ts = readings[Number(row.n) - 1]?.ts ?? 0;
    const after = Math.min(Math.round(row.from_ts), ts) - 1;
    return { targetId: row.target_id, siteId: row.site_id, kind: row.kind, after, first: ts, last: ts };
  });
}

interface SkippedRow {
  target_id: number;
  site_id: number;
  kind: PacketKind;
  from_ts: number;
  n: string;
}

const keysOf = (all: readonly Omit<LaneMoment, 'ts'>[]) => [
  all.map(({ targetId }) => targetId),
  all.map(({ siteId }) => siteId),
  all.map(({ kind }) => kind),
];

/** Notes readings that are skipped, after their gaps have gone on. */
export async function noteSkipped(client: Connection, spans: readonly SkippedSpan[]): Promise<void> {
  if (spans.length === 0) return;
  await client.query(
    `insert into forward_outcome as known (target_id, site_id, kind, skipped)
     select lane.target_id, lane.site_id, lane.kind, range_agg(tstzrange(
       -- What follows skipped readings makes their range longer.
       case when before.skipped @> given.after then given.after else first end, ${end('last')}))
     from unnest($1::integer[], $2::integer[], $3::smallint[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[])
       as given(target_id, site_id, kind, after, first, last)
     join forward_lane lane using (target_id, site_id, kind)
     left join forward_outcome before using (target_id, site_id, kind)
     group by lane.target_id, lane.site_id, lane.kind
     on conflict (target_id, site_id, kind) do update set
       skipped = merge_oldest_ranges(known.skipped + excluded.skipped), reissued = known.reissued - excluded.skipped`,
    [
      ...keysOf(spans),
      spans.map(({ after }) => iso(after)),
      spans.map(({ first }) => iso(first)),
      spans.map(({ last }) => iso(last)),
    ],
  );
  await splitOrders(
    client,
    spans.map(({ last, ...lane }) => ({ ...lane, ts: last })),
  );
}

/** Readings have arrived or changed that targets do not get by themselves: a reissue sends them, also for the second time. */
export async function forgetReissued(client: Connection, readings: readonly LaneMoment[]): Promise<void> {
  if (readings.length === 0) return;
  await client.query(
    `update forward_outcome known set reissued = keep_newest_ranges(known.reissued - given.spans)
     from (
       select target_id, site_id, kind, range_agg(tstzrange(ts, ${end('ts')})) as spans
       from unnest($1::integer[], $2::integer[], $3::smallint[], $4::timestamptz[])
         as one(target_id, site_id, kind, ts)
       group by target_id, site_id, kind
     ) given
     where ${isSameLane} and known.reissued && given.spans`,
    [...keysOf(readings), readings.map(({ ts }) => iso(ts))],
  );
  await splitOrders(client, readings);
}

/** What a reissue delivers from now on does not stand for these readings, which it has passed or sends as they were. */
async function splitOrders(client: Connection, readings: readonly LaneMoment[]): Promise<void> {
  await client.query(
    `update forward_gap gap set ordered_from = passed.ordered_from
     from (
       select gap_id, max(${end('given.ts')}) as ordered_from
       from unnest($1::integer[], $2::integer[], $3::smallint[], $4::timestamptz[])
         as given(target_id, site_id, kind, ts)
       join forward_gap gap using (target_id, site_id, kind)
       where reissue_id is not null and coalesce(ordered_from, from_ts) <= given.ts
         -- A gap goes on with its reading on the way.
         and (from_ts > given.ts or flight_ts >= given.ts)
       group by gap_id
     ) passed where gap.gap_id = passed.gap_id`,
    [...keysOf(readings), readings.map(({ ts }) => iso(ts))],
  );
}
