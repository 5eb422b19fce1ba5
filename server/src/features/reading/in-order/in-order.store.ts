import { DAY_MS } from '@limpid/contract/durations';
import type { Connection } from '../../../platform/db/transaction.ts';
import { eachMoment } from '../blocks/block.rule.ts';
import { listPackedDays } from '../blocks/block.store.ts';
import { type ReadingRow, toReading } from '../reading.store.ts';
import type { PacketKind, Reading } from '../reading.ts';
import { readStoredReadings } from '../stored-readings.ts';

/** Asks for the readings of a site and kind after a moment. */
export interface Following {
  siteId: number;
  kind: PacketKind;
  after: number;
}

const sitesAfter = `unnest($1::integer[], $2::smallint[], $3::timestamptz[]) with ordinality as wanted(site, sort, after, n)`;

const toParameters = (wanted: readonly Following[]) => [
  wanted.map(({ siteId }) => siteId),
  wanted.map(({ kind }) => kind),
  wanted.map(({ after }) => new Date(after).toISOString()),
];

/** The next readings after each moment, at most so many of each, ascending; packed days are left out. */
export async function readFollowing(
  client: Connection,
  wanted: readonly Following[],
  most: number,
): Promise<Reading[][]> {
  const found = wanted.map((): Reading[] => []);
  if (wanted.length === 0) return found;
  const { rows } = await client.query<ReadingRow & { n: string }>(
    `select n, next.*, extract(epoch from ts) * 1000 as at from ${sitesAfter}
     cross join lateral (
       select * from reading where site_id = site and kind = sort and ts > after order by ts limit $4
     ) next order by n, ts`,
    [...toParameters(wanted), most],
  );
  for (const row of rows) found[Number(row.n) - 1]?.push(toReading(row));
  return found;
}

/** The newest reading after each moment and until another; packed days are left out. */
export async function readNewest(
  client: Connection,
  wanted: readonly Following[],
  until: number,
): Promise<(Reading | undefined)[]> {
  const found = wanted.map((): Reading | undefined => undefined);
  if (wanted.length === 0) return found;
  const { rows } = await client.query<ReadingRow & { n: string }>(
    `select n, newest.*, extract(epoch from ts) * 1000 as at from ${sitesAfter}
     cross join lateral (
       select * from reading where site_id = site and kind = sort and ts > after and ts <= $4 order by ts desc limit 1
     ) newest`,
    [...toParameters(wanted), new Date(until).toISOString()],
  );
  for (const row of rows) found[Number(row.n) - 1] = toReading(row);
  return found;
}

/** Readings of packed days that were read already, by site and day; undefined for a day that is not packed. */
export type PackedReadings = Map<string, readonly Reading[] | undefined>;

/** The first readings of one kind on the day (UTC) of `from`, at most until `to` and so many, packed or not, ascending. */
export async function readDayFrom(
  client: Connection,
  { siteId, kind, from, to }: { siteId: number; kind: PacketKind; from: number; to: number },
  most: number,
  known: PackedReadings = new Map(),
): Promise<Reading[]> {
  const start = Math.floor(from / DAY_MS) * DAY_MS;
  const end = Math.min(to + 1, start + DAY_MS);
  const key = `${siteId} ${start}`;
  if (!known.has(key)) known.set(key, await readPackedDay(client, siteId, start));
  const packed = known.get(key);
  if (!packed) return readLooseFrom(client, siteId, kind, [from, end], most);
  return packed
    .filter((reading) => reading.kind === kind && reading.ts >= from && reading.ts < end)
    .slice(0, most);
}

async function readPackedDay(
  client: Connection,
  siteId: number,
  start: number,
): Promise<readonly Reading[] | undefined> {
  const bounds = [start, start + DAY_MS] as const;
  const isPacked = (await listPackedDays(client, [siteId], bounds, [])).size > 0;
  if (!isPacked) return undefined;
  const { byKey } = await readStoredReadings(client, siteId, bounds, 'all');
  return [...byKey.values()].toSorted((a, b) => a.ts - b.ts);
}

async function readLooseFrom(
  client: Connection,
  siteId: number,
  kind: PacketKind,
  [from, to]: readonly [number, number],
  most: number,
): Promise<Reading[]> {
  const { rows } = await client.query<ReadingRow>(
    `select reading.*, extract(epoch from ts) * 1000 as at from reading
     where site_id = $1 and kind = $2 and ts >= $3 and ts < $4 order by ts limit $5`,
    [siteId, kind, new Date(from).toISOString(), new Date(to).toISOString(), most],
  );
  return rows.map(toReading);
}

/** Calls with the moment of every stored reading of one kind in `[from, to]`, packed or not. */
export async function eachReadingMoment(
  client: Connection,
  { siteId, kind, from, to }: { siteId: number; kind: PacketKind; from: number; to: number },
  visit: (ts: number) => void,
): Promise<void> {
  const { rows } = await client.query<{ at: number }>(
    `select extract(epoch from ts)::float8 * 1000 as at from reading
     where site_id = $1 and kind = $2 and ts between $3 and $4`,
    [siteId, kind, new Date(from).toISOString(), new Date(to).toISOString()],
  );
  const loose = new Set(rows.map(({ at }) => at));
  for (const at of loose) visit(at);
  for (const { spine } of (await listPackedDays(client, [siteId], [from, to + 1], [])).get(siteId) ?? []) {
    eachMoment(spine, (packedKind, ts) => {
      if (packedKind === kind && ts >= from && ts <= to && !loose.has(ts)) visit(ts);
    });
  }
}
