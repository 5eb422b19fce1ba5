import type pg from 'pg';
import { mergeReadings, type Replaced } from '../merge.rule.ts';
import { type ReadingRow, type ReplacedValue, readingKey, toReading } from '../reading.store.ts';
import type { PacketKind, Reading } from '../reading.ts';
import { type DayBlock, eachMoment, packDay, unpackDay, unpackMarked } from './block.rule.ts';

interface BlockRow {
  site_id: number;
  day: string;
  spine: Buffer;
  slot: number | null;
  data: Buffer | null;
  low: Buffer | null;
  high: Buffer | null;
}

export function formatUtcDay(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** One packed day, and the midnight (UTC) at which it begins. */
export interface PackedDay extends DayBlock {
  start: number;
}

/** The packed days of sites that overlap `[from, to)`, in order, with the requested slots. */
export async function listPackedDays(
  client: pg.ClientBase | pg.Pool,
  sites: readonly number[],
  [from, to]: readonly [number, number],
  slots: readonly number[] | 'all',
): Promise<Map<number, PackedDay[]>> {
  const { rows } = await client.query<BlockRow>(
    `select block.site_id, block.day::text, spine, slot, data, low, high from reading_block block
     left join reading_block_value value on value.site_id = block.site_id and value.day = block.day and ($4::smallint[] is null or slot = any($4))
     where block.site_id = any($1::integer[]) and block.day between $2 and $3 order by block.site_id, block.day, slot`,
    [sites, formatUtcDay(from), formatUtcDay(to - 1), slots === 'all' ? null : slots],
  );
  const found = new Map<number, PackedDay[]>();
  for (const { site_id: siteId, day, spine, slot, data, low, high } of rows) {
    const days = found.get(siteId) ?? [];
    found.set(siteId, days);
    const start = Date.parse(day);
    if (days.at(-1)?.start !== start) {
      days.push({ start, spine, values: new Map(), lows: new Map(), highs: new Map() });
    }
    const block = days.at(-1);
    if (slot === null || !data || !block) continue;
    block.values.set(slot, data);
    if (low) block.lows.set(slot, low);
    if (high) block.highs.set(slot, high);
  }
  return found;
}

/** The packed readings of sites in `[from, to)`, with the requested slots. */
export async function readBlocks(
  client: pg.ClientBase | pg.Pool,
  sites: readonly number[],
  bounds: readonly [number, number],
  slots: readonly number[] | 'all',
): Promise<Map<number, Reading[]>> {
  const found = new Map<number, Reading[]>();
  for (const [siteId, days] of await listPackedDays(client, sites, bounds, slots)) {
    const readings = days.flatMap((day) => unpackDay(siteId, day));
    found.set(
      siteId,
      readings.filter(({ ts }) => ts >= bounds[0] && ts < bounds[1]),
    );
  }
  return found;
}

/** The packed readings of a site in `[from, to)` that have marks, without values; and whether anything is packed. */
export async function readMarkedBlocks(
  client: pg.ClientBase | pg.Pool,
  siteId: number,
  [from, to]: readonly [number, number],
): Promise<{ marked: Reading[]; hasBlocks: boolean }> {
  const days = (await listPackedDays(client, [siteId], [from, to], [])).get(siteId) ?? [];
  const readings = days.flatMap(({ spine }) => unpackMarked(siteId, spine));
  return { marked: readings.filter(({ ts }) => ts >= from && ts < to), hasBlocks: days.length > 0 };
}

/**
 * The number of steps of a site in `[from, to)` with a reading of these kinds, packed or not; counting may stop above so
 * many.
 */
export async function countStoredSteps(
  client: pg.ClientBase | pg.Pool,
  siteId: number,
  [from, to]: readonly [number, number],
  { stepMs, kinds, most }: { stepMs: number; kinds: readonly PacketKind[]; most: number },
): Promise<number> {
  const { rows } = await client.query<{ step: number }>(
    `select distinct floor(extract(epoch from ts) * 1000 / $4)::float8 as step from reading
     where site_id = $1 and ts >= $2 and ts < $3 and kind = any($5::smallint[])`,
    [siteId, new Date(from).toISOString(), new Date(to).toISOString(), stepMs, kinds],
  );
  const steps = new Set(rows.map(({ step }) => step));
  for (const { spine } of (await listPackedDays(client, [siteId], [from, to], [])).get(siteId) ?? []) {
    if (steps.size > most) break;
    eachMoment(spine, (kind, ts) => {
      if (ts >= from && ts < to && kinds.includes(kind)) steps.add(Math.floor(ts / stepMs));
    });
  }
  return steps.size;
}

/** The loose readings of sites in `[from, to)`. */
export async function readLoose(
  client: pg.ClientBase | pg.Pool,
  sites: readonly number[],
  [from, to]: readonly [number, number],
  lock: '' | 'for update' = '',
): Promise<Reading[]> {
  const { rows } = await client.query<ReadingRow>(
    `select reading.*, extract(epoch from ts) * 1000 as at from reading
     where site_id = any($1::integer[]) and ts >= $2 and ts < $3 order by site_id, ts, kind ${lock}`,
    [sites, new Date(from).toISOString(), new Date(to).toISOString()],
  );
  return rows.map(toReading);
}

/** The loose readings of a site in `[from, to)` that have marks. */
export async function readMarked(
  client: pg.ClientBase | pg.Pool,
  siteId: number,
  [from, to]: readonly [number, number],
): Promise<Reading[]> {
  const { rows } = await client.query<ReadingRow>(
    `select reading.*, extract(epoch from ts) * 1000 as at from reading
     where site_id = $1 and ts >= $2 and ts < $3 and marks is not null order by ts, kind`,
    [siteId, new Date(from).toISOString(), new Date(to).toISOString()],
  );
  return rows.map(toReading);
}

/** Merges packed and loose readings, and lists the values that were replaced. */
export function joinReadings(
  packed: readonly Reading[],
  loose: readonly Reading[],
): { readings: Reading[]; losses: ReplacedValue[] } {
  const byKey = new Map(packed.map((reading) => [readingKey(reading), reading]));
  const losses: ReplacedValue[] = [];
  for (const reading of loose) {
    const place = readingKey(reading);
    const existing = byKey.get(place);
    const outcome: { merged: Reading; replaced: Replaced[] } = existing
      ? mergeReadings(existing, reading)
      : { merged: reading, replaced: [] };
    byKey.set(place, outcome.merged);
    for (const one of outcome.replaced) losses.push({ ...one, reading });
  }
  const readings = [...byKey.values()].toSorted((a, b) => a.ts - b.ts || a.kind - b.kind);
  return { readings, losses };
}

/** Replaces the packed days of sites. */
export async function replaceBlocks(
  client: pg.PoolClient,
  day: string,
  days: ReadonlyMap<number, readonly Reading[]>,
): Promise<void> {
  const sites = [...days.keys()];
  const blocks = sites.map((siteId) => packDay(days.get(siteId) ?? []));
  for (const table of ['reading_block', 'reading_block_value']) {
    await client.query(`delete from ${table} where site_id = any($1::integer[]) and day = $2`, [sites, day]);
  }
  await client.query(
    `insert into reading_block (site_id, day, spine)
     select site_id, $1, spine from unnest($2::integer[], $3::bytea[]) as packed(site_id, spine)`,
    [day, sites, blocks.map(({ spine }) => spine)],
  );
  const values = sites.flatMap((siteId, index) => {
    const block = blocks[index];
    return [...(block?.values ?? [])].map(([slot, data]) => {
      const [low, high] = [block?.lows.get(slot) ?? null, block?.highs.get(slot) ?? null];
      return { siteId, slot, data, low, high };
    });
  });
  await client.query(
    `insert into reading_block_value (site_id, day, slot, data, low, high)
     select site_id, $1, slot, data, low, high
     from unnest($2::integer[], $3::smallint[], $4::bytea[], $5::bytea[], $6::bytea[])
       as packed(site_id, slot, data, low, high)`,
    [
      day,
      values.map(({ siteId }) => siteId),
      values.map(({ slot }) => slot),
      values.map(({ data }) => data),
      values.map(({ low }) => low),
      values.map(({ high }) => high),
    ],
  );
}

/** Removes exactly these loose readings, and none that arrived after they were read. */
export async function removeLoose(client: pg.PoolClient, readings: readonly Reading[]): Promise<void> {
  await client.query(
    `delete from reading using unnest($1::integer[], $2::timestamptz[], $3::smallint[]) as packed(site_id, ts, kind)
     where reading.site_id = packed.site_id and reading.ts = packed.ts and reading.kind = packed.kind`,
    [
      readings.map(({ siteId }) => siteId),
      readings.map(({ ts }) => new Date(ts).toISOString()),
      readings.map(({ kind }) => kind),
    ],
  );
}
