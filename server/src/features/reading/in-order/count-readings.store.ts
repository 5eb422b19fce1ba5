import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
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

/** Counts stored readings, packed or not, by the start of their hour (UTC). */
export async function countReadings(
  client: Connection,
  spans: readonly ReadingSpan[],
): Promise<Map<number, CountedHour>> {
  const hours = new Map<number, CountedHour>();
  const sites = [...Map.groupBy(spans, ({ siteId }) => siteId)];
  for (let at = 0; at < sites.length; at += sitesAtOnce) {
    const some = new Map(sites.slice(at, at + sitesAtOnce));
    await countLoose(client, [...some.values()].flat(), hours);
    await countPacked(client, some, hours);
  }
  return hours;
}

function add(hours: Map<number, CountedHour>, ts: number, count: number): void {
  const hour = Math.floor(ts / HOUR_MS) * HOUR_MS;
  const known = hours.get(hour);
  hours.set(hour, { count: (known?.count ?? 0) + count, oldest: Math.min(known?.oldest ?? ts, ts) });
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
  hours: Map<number, CountedHour>,
): Promise<void> {
  const { rows } = await client.query<{ oldest: number; count: number }>(
    `select extract(epoch from min(ts))::float8 * 1000 as oldest, count(*)::integer as count
     from unnest($1::integer[], $2::smallint[], $3::timestamptz[], $4::timestamptz[]) as span(site, sort, since, until)
     cross join lateral (
       select ts from reading where site_id = site and kind = sort and ts between since and until
     ) found group by floor(extract(epoch from ts) / 3600)`,
    toColumns(spans),
  );
  for (const { oldest, count } of rows) add(hours, Math.round(oldest), count);
}

async function countPacked(
  client: Connection,
  bySite: ReadonlyMap<number, readonly ReadingSpan[]>,
  hours: Map<number, CountedHour>,
): Promise<void> {
  const { rows } = await client.query<{ site_id: number; day: string; spine: Buffer }>(
    `select site_id, day::text, spine from reading_block block where exists (
       select from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as span(site, since, until)
       where site = site_id and day between (since at time zone 'UTC')::date and (until at time zone 'UTC')::date
     ) and site_id = any($1) and day >= $4`,
    [
      ...toColumns([...bySite.values()].flat()).filter((_, column) => column !== 1),
      iso(Math.min(...[...bySite.values()].flat().map(({ from }) => from))).slice(0, 10),
    ],
  );
  for (const { site_id: siteId, day, spine } of rows) {
    const start = Date.parse(day);
    const ofDay = (bySite.get(siteId) ?? []).filter(({ from, to }) => from < start + DAY_MS && to >= start);
    eachMoment(spine, (kind, ts) => {
      for (const span of ofDay) if (span.kind === kind && ts >= span.from && ts <= span.to) add(hours, ts, 1);
    });
  }
}
