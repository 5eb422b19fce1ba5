import { DAY_MS } from '@limpid/contract/durations';
import type pg from 'pg';
import { holdAdvisoryLock } from '../../platform/db/advisory-lock.ts';
import { CopyRows, copyIn } from '../../platform/db/copy-binary.ts';
import { transact } from '../../platform/db/transaction.ts';
import { beginWriting } from '../reading/locks/locks.api.ts';
import { packOutOfRange, type SlotSummary } from '../reading/model.api.ts';
import { dayIndexColumns, type PeriodTable } from '../reading/storage.api.ts';
import type { StoredIndex } from './air-index.rule.ts';
import { type ForeignIndex, foreignIndices } from './foreign-index.rule.ts';
import type { Received } from './roll-up.rule.ts';

/** Hours whose readings have changed. */
export interface DirtyHour {
  ids: number[];
  hour: number;
  sites: Set<number>;
}

const rollUpLock = 0x6c696d01;

/** Runs work while no other process rolls up; undefined if one does. */
export function holdRollUpLock<V>(pool: pg.Pool, work: () => Promise<V>): Promise<V | undefined> {
  return holdAdvisoryLock(pool, rollUpLock, work);
}

/** Waits until no process rolls up; until the transaction ends, none begins. */
export async function excludeRollUps(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [rollUpLock]);
}

/** True if no process rolls up; the lock is held until the transaction ends. */
export async function lockRollUp(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as mine', [rollUpLock]);
  return rows[0]?.mine === true;
}

/** The newest entry of all. */
export async function findLastDirty(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ last: number | null }>('select max(dirty_id) as last from dirty_hour');
  return rows[0]?.last ?? 0;
}

/**
 * Selects the due entries: those up to `last` of hours that began in `[from, until)`, and all of hours before `closed`.
 */
export interface Due {
  /** By default the oldest hour. */
  from?: number;
  until: number;
  last: number;
  closed?: number;
}

const dueCondition = '((hour < $1 and dirty_id <= $2 and hour >= $4) or hour < $3)';

function dueParameters({ from, until, last, closed }: Due): unknown[] {
  return [
    new Date(until).toISOString(),
    last,
    closed === undefined ? '-infinity' : new Date(closed).toISOString(),
    from === undefined ? '-infinity' : new Date(from).toISOString(),
  ];
}

/**
 * One portion of the due hours, the newest first, so that live hours never wait behind a backlog. An hour has all
 * its entries, and the portion ends with the hour that reaches `siteHours`.
 */
export async function listDirty(
  client: pg.PoolClient,
  due: Due,
  limit: { entries: number; siteHours: number },
): Promise<DirtyHour[]> {
  const { rows: sizes } = await client.query<{ hour: string; size: number }>(
    `select hour::text, sum(cardinality(sites))::integer as size from (
       select hour, sites from dirty_hour where ${dueCondition} order by hour desc limit $5
     ) as newest group by newest.hour order by newest.hour desc`,
    [...dueParameters(due), limit.entries],
  );
  let total = 0;
  const hours = sizes.filter(({ size }) => {
    const isWithin = total < limit.siteHours;
    total += size;
    return isWithin;
  });
  if (hours.length === 0) return [];
  const { rows } = await client.query<{ dirty_id: number; at: string; sites: number[] }>(
    `select dirty_id, extract(epoch from hour) * 1000 as at, sites from dirty_hour
     where ${dueCondition} and hour = any($5::timestamptz[]) order by hour`,
    [...dueParameters(due), hours.map(({ hour }) => hour)],
  );
  const byHour = new Map<number, DirtyHour>();
  for (const { dirty_id: id, at, sites } of rows) {
    const hour = Number(at);
    const group = byHour.get(hour) ?? { ids: [], hour, sites: new Set<number>() };
    byHour.set(hour, group);
    group.ids.push(id);
    for (const site of sites) group.sites.add(site);
  }
  return [...byHour.values()];
}

export async function removeDirty(client: pg.PoolClient, ids: readonly number[]): Promise<void> {
  await client.query('delete from dirty_hour where dirty_id = any($1::bigint[])', [ids]);
}

/** Closed hours that wait for their roll-up. */
export interface Backlog {
  /** Hours of sites: one hour of twelve sites counts twelve. */
  siteHours: number;
  /** False if repeated entries are counted repeatedly, because there are too many to distinguish. */
  isExact: boolean;
  /** The start of the longest wait, and the oldest waiting hour; null without a backlog. */
  since: number | null;
  oldestHour: number | null;
}

const exactUpTo = 200_000;

const endedCondition = `hour <= $1::timestamptz - interval '1 hour'`;

/** An hour that was queued while it was running waits since its end. */
export async function readBacklog(pool: pg.Pool, now: number): Promise<Backlog> {
  const parameters = [new Date(now).toISOString()];
  const { rows } = await pool.query<{ size: number; since: number | null; oldest: number | null }>(
    `select coalesce(sum(cardinality(sites)), 0)::bigint as size,
       (extract(epoch from min(greatest(noted_at, hour + interval '1 hour'))) * 1000)::bigint as since,
       (extract(epoch from min(hour)) * 1000)::bigint as oldest
     from dirty_hour where ${endedCondition}`,
    parameters,
  );
  const { size = 0, since = null, oldest: oldestHour = null } = rows[0] ?? {};
  if (size > exactUpTo) return { siteHours: size, isExact: false, since, oldestHour };
  const { rows: exact } = await pool.query<{ count: number }>(
    `select count(*) from (
       select distinct hour, site_id from dirty_hour cross join unnest(sites) as site_id where ${endedCondition}
     ) as waiting`,
    parameters,
  );
  return { siteHours: exact[0]?.count ?? 0, isExact: true, since, oldestHour };
}

/**
 * Queues the hours of all sites that have readings in a period, packed or not, by the zone of their entity; those of
 * locked months stay as they are.
 */
export async function insertDirtyPeriod(pool: pg.Pool, from: Date, to: Date): Promise<number> {
  const queue = (client: pg.PoolClient) => client.query(insertPeriod, [from.toISOString(), to.toISOString()]);
  const { rowCount } = await transact(pool, queue, { begin: beginWriting });
  return rowCount ?? 0;
}

const insertPeriod = `with hours as (
       select site_id, date_trunc('hour', ts, zone) as hour
       from reading join site using (site_id) join site_entity using (entity_id) where ts >= $1 and ts < $2
       union
       select site_id, date_trunc('hour', day::timestamp at time zone 'UTC', zone) + n * interval '1 hour'
       from reading_block join site using (site_id) join site_entity using (entity_id) cross join generate_series(0, 24) n
       where day >= $1::timestamptz::date - 1 and day <= $2::timestamptz::date
     )
     insert into dirty_hour (hour, sites) select hour, array_agg(site_id) from hours
     where not exists (
       select from month_lock_site l where l.site_id = hours.site_id and hour >= since and hour < until)
     group by hour`;

/** The totals of received data in the hours of sites in `[from, to)`, for sites where all of these hours counted them. */
export async function sumReceived(
  client: pg.PoolClient,
  sites: readonly number[],
  [from, to]: readonly [number, number],
): Promise<Map<number, Received>> {
  const { rows } = await client.query<Received & { site_id: number }>(
    `select site_id, sum(received)::integer as seconds, sum(values_received)::integer as values,
       sum(values_valid)::integer as valid
     from reading_hour where site_id = any($1::integer[]) and ts >= $2 and ts < $3
     group by site_id having bool_and(received is not null)`,
    [sites, new Date(from).toISOString(), new Date(to).toISOString()],
  );
  return new Map(rows.map(({ site_id: siteId, ...received }) => [siteId, received]));
}

/** One row of hours or days: its key, its index, and its slots. */
export interface PeriodRow {
  siteId: number;
  /** The start of the hour, or noon (UTC) of the day's date. */
  at: number;
  index: StoredIndex;
  /** Of days only. */
  foreign?: Readonly<Record<ForeignIndex, StoredIndex>>;
  ozone8h?: number | null;
  received: Received | undefined;
  /** By slot, the shown number outside the range of its channel. */
  outOfRange: ReadonlyMap<number, number> | undefined;
  /** Of hours only: the slots with values that were imported or changed by a person, as bits. */
  unmeasured?: number;
  slots: Map<number, SlotSummary>;
}

const timeOf = (table: PeriodTable) => (table === 'reading_hour' ? 'ts' : 'day');

export async function removePeriods(
  client: pg.PoolClient,
  table: PeriodTable,
  places: readonly Pick<PeriodRow, 'siteId' | 'at'>[],
): Promise<void> {
  if (places.length === 0) return;
  await client.query(
    `delete from ${table} using unnest($1::integer[], $2::${table === 'reading_hour' ? 'timestamptz' : 'date'}[]) as gone(site_id, at)
     where ${table}.site_id = gone.site_id and ${table}.${timeOf(table)} = gone.at`,
    [places.map(({ siteId }) => siteId), places.map(({ at }) => new Date(at).toISOString())],
  );
}

const foreignColumns = foreignIndices.flatMap((name) => {
  const { aqi, main, whole } = dayIndexColumns[name];
  return [aqi, main, whole];
});

/** Replaces hours or days. */
export async function replacePeriods(
  client: pg.PoolClient,
  table: PeriodTable,
  rows: readonly PeriodRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const slots = [...new Set(rows.flatMap((row) => [...row.slots.keys()]))].toSorted((a, b) => a - b);
  const counts = ['received', 'values_received', 'values_valid', 'out_of_range'];
  const ofTable = table === 'reading_day' ? [...foreignColumns, 'o3_8h'] : ['unmeasured'];
  const fixed = ['site_id', timeOf(table), 'aqi', 'main', 'whole', ...counts, ...ofTable];
  const columns = [...fixed, ...slots.flatMap((slot) => [`a${slot}`, `l${slot}`, `h${slot}`, `c${slot}`])];
  await removePeriods(client, table, rows);
  const copied = new CopyRows();
  for (const row of rows) writeRow(copied, table, row, slots, columns.length);
  await copyIn(client, `copy ${table} (${columns.join(', ')}) from stdin (format binary)`, copied);
}

function writeRow(
  rows: CopyRows,
  table: PeriodTable,
  row: PeriodRow,
  slots: readonly number[],
  width: number,
): void {
  const real = (value: number | null | undefined) =>
    value === null || value === undefined ? rows.null() : rows.real(value);
  rows.startRow(width);
  rows.int4(row.siteId);
  if (table === 'reading_hour') rows.timestamp(row.at);
  // PostgreSQL stores a date as days since 2000.
  else rows.int4(Math.floor((row.at - Date.UTC(2000, 0, 1)) / DAY_MS));
  writeIndex(rows, row.index);
  writeReceived(rows, table, row.received);
  if (row.outOfRange) rows.bytes(packOutOfRange(row.outOfRange));
  else rows.null();
  if (table === 'reading_day') {
    for (const name of foreignIndices) writeIndex(rows, row.foreign?.[name]);
    real(row.ozone8h);
  } else rows.int4(row.unmeasured ?? 0);
  for (const slot of slots) {
    const summary = row.slots.get(slot);
    real(summary?.mean);
    real(summary?.low);
    real(summary?.high);
    if (summary) rows.int2(summary.covered);
    else rows.null();
  }
}

function writeIndex(
  rows: CopyRows,
  { aqi, main, whole }: StoredIndex = { aqi: null, main: null, whole: false },
): void {
  if (aqi === null) rows.null();
  else rows.int2(aqi);
  if (main === null) rows.null();
  else rows.text(main);
  rows.flag(whole);
}

function writeReceived(rows: CopyRows, table: PeriodTable, received: Received | undefined): void {
  if (!received) {
    for (let column = 0; column < 3; column++) rows.null();
    return;
  }
  if (table === 'reading_hour') rows.int2(received.seconds);
  else rows.int4(received.seconds);
  rows.int4(received.values);
  rows.int4(received.valid);
}
