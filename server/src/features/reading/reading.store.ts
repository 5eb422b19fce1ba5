import type pg from 'pg';
import { CopyRows, copyIn } from '../../platform/db/copy-binary.ts';
import { transact } from '../../platform/db/transaction.ts';
import { packExtremes, unpackExtremes } from './extremes.rule.ts';
import { insertKeptPackets } from './locks/kept-packet.store.ts';
import { findLockAt, type SiteLocks } from './locks/month-lock.rule.ts';
import { beginWriting, findSitesAndLocks } from './locks/month-lock.store.ts';
import { packMarks, unpackMarks } from './marks.rule.ts';
import { isSameReading, mergeReadings, type Replaced } from './merge.rule.ts';
import type { PacketKind, Reading } from './reading.ts';

/** A replaced value and its reading. */
export type ReplacedValue = Replaced & { reading: Reading };

type Write<More extends unknown[]> = (
  client: pg.PoolClient,
  readings: readonly Reading[],
  ...more: More
) => Promise<void>;
/** Work of another area in the transaction that changes readings; `imported` are those that were not stored before. */
export type OnChanged = Write<[imported?: ReadonlySet<Reading>]>;
/** The same where they arrive. */
export type OnStored = Write<[before: EarlierReadings]>;

/** Those readings of a batch that concern stored ones. */
export interface EarlierReadings {
  /** Stored values were replaced. */
  replacing: ReadonlySet<Reading>;
  /** Nothing has changed. */
  repeated: ReadonlySet<Reading>;
}

type Merging = Record<'replacing' | 'repeated', Set<Reading>> & { losses: ReplacedValue[] };

/** The number of slots in the staging table of a connection, which exists as long as the connection. */
const staged = new WeakMap<pg.PoolClient, number>();
const keyColumns = 'site_id, ts, kind';

/** Work in the transaction that stores readings. */
interface StoringWork {
  arrivedAt: Date;
  /** Stores the replaced values. */
  record: (client: pg.PoolClient, losses: ReplacedValue[]) => Promise<void>;
  /** Runs with the readings that were stored. */
  onStored?: OnStored;
}

/**
 * Stores readings with different keys in one transaction: inserts new ones and merges the others. Those of locked months
 * are kept apart, those of sites that were removed meanwhile are dropped. `record` also gets the replaced values that are
 * already `known`. Returns the readings that were stored.
 */
export async function storeReadings(
  pool: pg.Pool,
  readings: readonly Reading[],
  known: readonly ReplacedValue[],
  { arrivedAt, record, onStored }: StoringWork,
): Promise<Reading[]> {
  const slots = [...new Set(readings.flatMap((reading) => reading.slots))].toSorted((a, b) => a - b);
  return transact(
    pool,
    async (client) => {
      // Sites are not locked, because that would write to each of them with every batch.
      const { sites, locks } = await findSitesAndLocks(client, readings);
      const present = readings.filter(({ siteId }) => sites.has(siteId));
      const free =
        locks.size === 0 ? present : await keepLocked(client, present, { known, locks, arrivedAt });
      if (free.length === 0) return free;
      const before = known.filter(({ reading }) => isStored(reading, sites, locks));
      const merging = await mergeIntoStore(client, free, slots);
      const losses = [...before, ...merging.losses];
      if (losses.length > 0) await record(client, losses);
      await onStored?.(client, free, merging);
      return free;
    },
    { begin: beginWriting, prepare: (client) => openStaging(client, slots.at(-1) ?? 0) },
  );
}

function isStored({ siteId, ts }: Reading, sites: ReadonlySet<number>, locks: SiteLocks): boolean {
  return sites.has(siteId) && !findLockAt(locks, siteId, ts);
}

/** Keeps the readings of locked months apart; returns the others. */
async function keepLocked(
  client: pg.PoolClient,
  readings: readonly Reading[],
  { known, locks, arrivedAt }: { known: readonly ReplacedValue[]; locks: SiteLocks; arrivedAt: Date },
): Promise<Reading[]> {
  const replaced = Map.groupBy(known, ({ reading }) => readingKey(reading));
  const kept = readings.flatMap((reading) => {
    const lock = findLockAt(locks, reading.siteId, reading.ts);
    if (!lock) return [];
    const within = replaced.get(readingKey(reading)) ?? [];
    return [
      {
        lockId: lock.lockId,
        reading,
        replaced: within.map(({ slot, lost, kept: stays }) => ({ slot, lost, kept: stays })),
      },
    ];
  });
  if (kept.length > 0) await insertKeptPackets(client, kept, arrivedAt);
  return readings.filter(({ siteId, ts }) => !findLockAt(locks, siteId, ts));
}

/** Merges readings within a transaction on a connection with an open staging table. */
export async function mergeIntoStore(
  client: pg.PoolClient,
  readings: readonly Reading[],
  slots: readonly number[],
): Promise<Merging> {
  const merging: Merging = { losses: [], replacing: new Set(), repeated: new Set() };
  await markDirty(client, readings);
  // An existing row may have been packed or dropped since: the reading is then inserted.
  for (let pending = readings; pending.length > 0; ) {
    const present = await addReadings(client, pending, slots);
    pending = await mergeStored(client, present, merging);
    if (pending.length > 0) await client.query('delete from staged_reading');
  }
  return merging;
}

/** Inserts new readings; returns those whose key exists. */
async function addReadings(
  client: pg.PoolClient,
  readings: readonly Reading[],
  slots: readonly number[],
): Promise<Reading[]> {
  const columns = [keyColumns, 'rank', 'marks', 'extremes', ...slots.map((slot) => `s${slot}`)].join(', ');
  await copyIn(
    client,
    `copy staged_reading (n, ${columns}) from stdin (format binary)`,
    stageRows(readings, slots),
  );
  const { rows } = await client.query<{ n: number }>(`
    with added as (
      insert into reading (${columns}) select ${columns} from staged_reading
      order by ${keyColumns} on conflict do nothing returning ${keyColumns}
    )
    select n from staged_reading staged where not exists (
      select from added where added.site_id = staged.site_id and added.ts = staged.ts and added.kind = staged.kind
    )`);
  return rows.flatMap(({ n }) => readings[n] ?? []);
}

/** Prepares a staging table with so many slots, before the transaction. */
export async function openStaging(client: pg.PoolClient, width: number): Promise<void> {
  const prepared = staged.get(client);
  if (prepared !== undefined && prepared >= width) return;
  const slots = Array.from(
    { length: width - (prepared ?? 0) },
    (_, index) => `s${(prepared ?? 0) + index + 1} real`,
  );
  if (prepared === undefined) {
    const base =
      'n integer, site_id integer, ts timestamptz, kind smallint, rank bigint, marks bytea, extremes bytea';
    await client.query(
      `create temp table if not exists staged_reading (${[base, ...slots].join(', ')}) on commit delete rows`,
    );
  } else {
    const added = slots.map((slot) => `add column if not exists ${slot}`);
    await client.query(`alter table staged_reading ${added.join(', ')}`);
  }
  staged.set(client, width);
}

function stageRows(readings: readonly Reading[], slots: readonly number[]): CopyRows {
  const rows = new CopyRows();
  const columnOf = new Map(slots.map((slot, index) => [slot, index]));
  const line: (number | null)[] = Array.from({ length: slots.length }, () => null);
  for (const [n, reading] of readings.entries()) {
    line.fill(null);
    for (let index = 0; index < reading.slots.length; index++) {
      line[columnOf.get(reading.slots[index] ?? 0) ?? 0] = reading.values[index] ?? null;
    }
    rows.startRow(7 + slots.length);
    rows.int4(n);
    rows.int4(reading.siteId);
    rows.timestamp(reading.ts);
    rows.int2(reading.kind);
    rows.int8(reading.rank);
    const marks = packMarks(reading.marks);
    if (marks) rows.bytes(marks);
    else rows.null();
    const extremes = packExtremes(reading.extremes);
    if (extremes) rows.bytes(extremes);
    else rows.null();
    for (const value of line) {
      if (value === null) rows.null();
      else rows.real(value);
    }
  }
  return rows;
}

/** Merges readings with stored rows; a repeat changes nothing. Returns those whose row no longer exists. */
async function mergeStored(
  client: pg.PoolClient,
  readings: readonly Reading[],
  merging: Merging,
): Promise<Reading[]> {
  if (readings.length === 0) return [];
  const stored = new Map((await lockReadings(client, readings)).map((row) => [readingKey(row), row]));
  const gone: Reading[] = [];
  for (const reading of readings) {
    const before = stored.get(readingKey(reading));
    if (!before) {
      gone.push(reading);
      continue;
    }
    const { merged, replaced } = mergeReadings(before, reading);
    for (const one of replaced) merging.losses.push({ ...one, reading });
    if (replaced.length > 0) merging.replacing.add(reading);
    if (isSameReading(merged, before)) merging.repeated.add(reading);
    else await updateReading(client, merged);
  }
  return gone;
}

export function readingKey({ siteId, ts, kind }: Pick<Reading, 'siteId' | 'ts' | 'kind'>): string {
  return `${siteId} ${ts} ${kind}`;
}

export interface ReadingRow extends Record<string, unknown> {
  site_id: number;
  at: string;
  kind: PacketKind;
  rank: number;
  marks: Buffer | null;
  extremes: Buffer | null;
}

/** Locks site by site: a distributed table cannot lock rows of several sites at once. */
async function lockReadings(client: pg.PoolClient, readings: readonly Reading[]): Promise<Reading[]> {
  const found: Reading[] = [];
  const sites = [...Map.groupBy(readings, ({ siteId }) => siteId)].toSorted(([a], [b]) => a - b);
  for (const [siteId, ofSite] of sites) {
    const { rows } = await client.query<ReadingRow>(
      `select reading.*, extract(epoch from ts) * 1000 as at from reading
       where site_id = $1 and (ts, kind) in (select * from unnest($2::timestamptz[], $3::smallint[]))
       order by ts, kind for update`,
      [siteId, ofSite.map(({ ts }) => new Date(ts).toISOString()), ofSite.map(({ kind }) => kind)],
    );
    found.push(...rows.map(toReading));
  }
  return found;
}

const slotColumn = /^s(\d+)$/;

export function toReading(row: ReadingRow): Reading {
  const marks = unpackMarks(row.marks);
  const values = new Map<number, number | null>(marks.map(({ slot }) => [slot, null]));
  for (const [column, value] of Object.entries(row)) {
    const slot = slotColumn.exec(column)?.[1];
    if (slot && typeof value === 'number') values.set(Number(slot), Math.fround(value));
  }
  const ts = Number(row.at);
  const place = { siteId: row.site_id, ts, kind: row.kind, hour: 0, rank: Number(row.rank) };
  const extremes = row.extremes && { extremes: unpackExtremes(row.extremes) };
  return { ...place, slots: [...values.keys()], values: [...values.values()], marks, ...extremes };
}

export async function updateReading(client: pg.PoolClient, reading: Reading): Promise<void> {
  const sets = reading.slots.map((slot, index) => `s${slot} = $${index + 7}`);
  await client.query(
    `update reading set ${['rank = $4', 'marks = $5', 'extremes = $6', ...sets].join(', ')}
     where site_id = $1 and ts = $2 and kind = $3`,
    [
      reading.siteId,
      new Date(reading.ts).toISOString(),
      reading.kind,
      reading.rank,
      packMarks(reading.marks),
      packExtremes(reading.extremes),
      ...reading.values,
    ],
  );
}

/** Queues hours for a rebuild: one row per hour of the batch. */
export async function markDirty(client: pg.PoolClient, readings: readonly Reading[]): Promise<void> {
  const sites = new Map<number, Set<number>>();
  for (const { hour, siteId } of readings) {
    const existing = sites.get(hour);
    if (existing) existing.add(siteId);
    else sites.set(hour, new Set([siteId]));
  }
  await client.query(
    `insert into dirty_hour (hour, sites)
     select hour, sites::integer[] from unnest($1::timestamptz[], $2::text[]) as dirty(hour, sites)`,
    [
      [...sites.keys()].map((hour) => new Date(hour).toISOString()),
      [...sites.values()].map((ids) => `{${[...ids].join(',')}}`),
    ],
  );
}
