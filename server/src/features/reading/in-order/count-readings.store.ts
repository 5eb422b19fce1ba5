import { DAY_MS, HOUR_MS, SECOND_MS } from '@limpid/contract/durations';
import type { Connection } from '../../../platform/db/transaction.ts';
import { eachMoment } from '../blocks/block.rule.ts';
import type { PacketKind } from '../reading.ts';

/** Readings of a site and kind in `[from, to]`. */
export interface ReadingSpan {
  siteId: number;
  kind: PacketKind;
  from: number;
  to: number;
}

export interface CountedHour {
  count: number;
  oldest: number;
}

const iso = (at: number) => new Date(at).toISOString();
/** Within the range of ISO dates. */
const latest = Date.UTC(9999, 0, 1);
const sitesAtOnce = 100;

/** Counts stored readings, packed or not, by the start of their hour (UTC) or of another, shorter period. */
export async function countReadings(
  client: Connection,
  spans: readonly ReadingSpan[],
  periodMs = HOUR_MS,
): Promise<Map<number, CountedHour>> {
  const periods = new Map<number, CountedHour>();
  const add = (ts: number, count: number) => {
    const start = Math.floor(ts / periodMs) * periodMs;
    const known = periods.get(start);
    periods.set(start, {
      count: (known?.count ?? 0) + count,
      oldest: Math.min(known?.oldest ?? ts, ts),
    });
  };
  for (const some of splitBySites(spans)) {
    await countLoose(client, some, periodMs, add);
    await eachPacked(client, some, (_, ts) => add(ts, 1));
  }
  return periods;
}

export interface MeasuredReadings {
  count: number;
  oldest: number;
  newest: number;
}

/** How many readings are stored in each span, packed or not, and the first and last of them; empty spans are left out. */
export async function measureReadings<S extends ReadingSpan>(
  client: Connection,
  spans: readonly S[],
): Promise<Map<S, MeasuredReadings>> {
  const found = new Map<S, MeasuredReadings>();
  const add = (span: S, { count, oldest, newest }: MeasuredReadings) => {
    const known = found.get(span);
    found.set(span, {
      count: (known?.count ?? 0) + count,
      oldest: Math.min(known?.oldest ?? oldest, oldest),
      newest: Math.max(known?.newest ?? newest, newest),
    });
  };
  for (const some of splitBySites(spans)) {
    await measureLoose(client, some, add);
    await eachPacked(client, some, (span, ts) => add(span, { count: 1, oldest: ts, newest: ts }));
  }
  return found;
}

function splitBySites<S extends ReadingSpan>(spans: readonly S[]): S[][] {
  const sites = [...Map.groupBy(spans, ({ siteId }) => siteId).values()];
  const parts: S[][] = [];
  for (let at = 0; at < sites.length; at += sitesAtOnce) parts.push(sites.slice(at, at + sitesAtOnce).flat());
  return parts;
}

const toColumns = (spans: readonly ReadingSpan[]) => [
  spans.map(({ siteId }) => siteId),
  spans.map(({ kind }) => kind),
  spans.map(({ from }) => iso(from)),
  spans.map(({ to }) => iso(Math.min(to, latest))),
];

async function countLoose(
  client: Connection,
  spans: readonly ReadingSpan[],
  periodMs: number,
  add: (ts: number, count: number) => void,
): Promise<void> {
  const { rows } = await client.query<{ oldest: number; count: number }>(
    `select extract(epoch from min(ts))::float8 * 1000 as oldest, count(*)::integer as count
     from unnest($1::integer[], $2::smallint[], $3::timestamptz[], $4::timestamptz[]) as span(site, sort, since, until)
     cross join lateral (
       select ts from reading where site_id = site and kind = sort and ts between since and until
     ) found group by floor(extract(epoch from ts) / $5::integer)`,
    [...toColumns(spans), periodMs / SECOND_MS],
  );
  for (const { oldest, count } of rows) add(Math.round(oldest), count);
}

async function measureLoose<S extends ReadingSpan>(
  client: Connection,
  spans: readonly S[],
  add: (span: S, measured: MeasuredReadings) => void,
): Promise<void> {
  const { rows } = await client.query<MeasuredReadings & { n: string }>(
    `select n, count(*)::integer as count, extract(epoch from min(ts))::float8 * 1000 as oldest,
       extract(epoch from max(ts))::float8 * 1000 as newest
     from unnest($1::integer[], $2::smallint[], $3::timestamptz[], $4::timestamptz[]) with ordinality
       as span(site, sort, since, until, n)
     cross join lateral (
       select ts from reading where site_id = site and kind = sort and ts between since and until
     ) found group by n`,
    toColumns(spans),
  );
  for (const { n, count, oldest, newest } of rows) {
    const span = spans[Number(n) - 1];
    if (span) add(span, { count, oldest: Math.round(oldest), newest: Math.round(newest) });
  }
}

async function eachPacked<S extends ReadingSpan>(
  client: Connection,
  spans: readonly S[],
  visit: (span: S, ts: number) => void,
): Promise<void> {
  const { rows } = await client.query<{ site_id: number; day: string; spine: Buffer }>(
    `select site_id, day::text, spine from reading_block block where exists (
       select from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as span(site, since, until)
       where site = site_id and day between (since at time zone 'UTC')::date and (until at time zone 'UTC')::date
     ) and site_id = any($1) and day >= $4`,
    [
      ...toColumns(spans).filter((_, column) => column !== 1),
      iso(Math.min(...spans.map(({ from }) => from))).slice(0, 10),
    ],
  );
  const bySite = Map.groupBy(spans, ({ siteId }) => siteId);
  for (const { site_id: siteId, day, spine } of rows) {
    const start = Date.parse(day);
    const ofDay = (bySite.get(siteId) ?? []).filter(({ from, to }) => from < start + DAY_MS && to >= start);
    eachMoment(spine, (kind, ts) => {
      for (const span of ofDay) if (span.kind === kind && ts >= span.from && ts <= span.to) visit(span, ts);
    });
  }
}
