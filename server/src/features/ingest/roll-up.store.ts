import type pg from 'pg';
import { CopyRows, copyIn } from '../../platform/db/copy-binary.ts';
import type { StoredIndex } from './air-index.rule.ts';
import type { PeriodTable } from './period.store.ts';
import type { Received, Summary } from './roll-up.rule.ts';

/** Hours whose readings have changed. */
export interface DirtyHour {
  ids: number[];
  hour: number;
  sites: Set<number>;
}

const anyLock = 0x6c696d01;

/** True if nobody else is rolling up; held until the transaction ends. */
export async function lockRollUp(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as mine', [anyLock]);
  return rows[0]?.mine === true;
}

/** The newest entry of all. */
export async function findLastDirty(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ last: number | null }>('select max(dirty_id) as last from dirty_hour');
  return rows[0]?.last ?? 0;
}

/** Changed hours that began before `until`, up to the entry `last`, the oldest first and so many at once. */
export async function listDirty(
  client: pg.PoolClient,
  { until, last }: { until: number; last: number },
  limit: number,
): Promise<DirtyHour[]> {
  const { rows } = await client.query<{ dirty_id: number; at: string; sites: number[] }>(
    `select dirty_id, extract(epoch from hour) * 1000 as at, sites from dirty_hour
     where hour < $1 and dirty_id <= $3 order by hour, dirty_id limit $2`,
    [new Date(until).toISOString(), limit, last],
  );
  const byHour = new Map<number, DirtyHour>();
  for (const { dirty_id: id, at, sites } of rows) {
    const hour = Number(at);
    const known = byHour.get(hour) ?? { ids: [], hour, sites: new Set<number>() };
    byHour.set(hour, known);
    known.ids.push(id);
    for (const site of sites) known.sites.add(site);
  }
  return [...byHour.values()];
}

export async function removeDirty(client: pg.PoolClient, ids: readonly number[]): Promise<void> {
  await client.query('delete from dirty_hour where dirty_id = any($1::bigint[])', [ids]);
}

/** Notes the hours of all sites that have readings in a period, packed or not, cut by the zone of their entity. */
export async function insertDirtyPeriod(pool: pg.Pool, from: Date, to: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `with hours as (
       select site_id, date_trunc('hour', ts, zone) as hour
       from reading join site using (site_id) join site_entity using (entity_id) where ts >= $1 and ts < $2
       union
       select site_id, date_trunc('hour', day::timestamp at time zone 'UTC', zone) + n * interval '1 hour'
       from reading_block join site using (site_id) join site_entity using (entity_id) cross join generate_series(0, 24) n
       where day >= $1::timestamptz::date - 1 and day <= $2::timestamptz::date
     )
     insert into dirty_hour (hour, sites) select hour, array_agg(site_id) from hours group by hour`,
    [from.toISOString(), to.toISOString()],
  );
  return rowCount ?? 0;
}

/** What came in the hours of sites in `[from, to)`, added up; of sites where it was counted in all of them. */
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

/** One row of hours or days: where it stands, its index, and its slots. */
export interface PeriodRow {
  siteId: number;
  /** The start of the hour, or noon (UTC) of the day's date. */
  at: number;
  index: StoredIndex;
  ozone8h?: number | null;
  received: Received | undefined;
  slots: Map<number, Summary>;
}

const day = 86_400_000;

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

/** Writes hours or days in place of those that stood there. */
export async function replacePeriods(
  client: pg.PoolClient,
  table: PeriodTable,
  rows: readonly PeriodRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const slots = [...new Set(rows.flatMap((row) => [...row.slots.keys()]))].toSorted((a, b) => a - b);
  const counts = ['received', 'values_received', 'values_valid'];
  const ozone = table === 'reading_day' ? ['o3_8h'] : [];
  const fixed = ['site_id', timeOf(table), 'aqi', 'main', 'whole', ...counts, ...ozone];
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
  if (table === 'reading_hour') rows.moment(row.at);
  // A date is days since 2000.
  else rows.int4(Math.floor((row.at - Date.UTC(2000, 0, 1)) / day));
  if (row.index.aqi === null) rows.null();
  else rows.int2(row.index.aqi);
  if (row.index.main === null) rows.null();
  else rows.text(row.index.main);
  rows.flag(row.index.whole);
  writeReceived(rows, table, row.received);
  if (table === 'reading_day') real(row.ozone8h);
  for (const slot of slots) {
    const summary = row.slots.get(slot);
    real(summary?.mean);
    real(summary?.low);
    real(summary?.high);
    if (summary) rows.int2(summary.covered);
    else rows.null();
  }
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
