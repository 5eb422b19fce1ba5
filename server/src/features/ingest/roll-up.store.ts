import type pg from 'pg';
import { type CopyRow, CopyRows, copyIn, copyOut } from '../../platform/db/copy-binary.ts';
import type { StoredIndex } from './air-index.rule.ts';
import { joinReadings, readBlocks, readLoose } from './block.store.ts';
import type { Kind, Reading } from './reading.ts';
import type { Sample, Summary } from './roll-up.rule.ts';

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

function literal(ids: Iterable<number>): string {
  return `'{${[...ids].map((id) => Math.trunc(id)).join(',')}}'::integer[]`;
}

function moment(at: number): string {
  return `'${new Date(at).toISOString()}'::timestamptz`;
}

/** Reads the samples of sites in `[from, to)`, site by site in the order of time; of packed days too. */
export async function readSamples(
  client: pg.PoolClient,
  sites: readonly number[],
  bounds: readonly [number, number],
  kinds: readonly Kind[],
  slots: readonly number[],
  onSite: (siteId: number, samples: Sample[]) => void,
): Promise<void> {
  const packed = await readBlocks(client, sites, bounds, slots);
  const rest = sites.filter((siteId) => !packed.has(siteId));
  if (rest.length > 0) await readLooseSamples(client, rest, bounds, kinds, slots, onSite);
  if (packed.size === 0) return;
  const loose = Map.groupBy(await readLoose(client, [...packed.keys()], bounds), ({ siteId }) => siteId);
  for (const [siteId, own] of packed) {
    const { readings } = joinReadings(own, loose.get(siteId) ?? []);
    const samples = readings
      .filter(({ kind }) => kinds.includes(kind))
      .map((reading) => toSample(reading, slots));
    if (samples.length > 0) onSite(siteId, samples);
  }
}

function toSample({ kind, ts, slots: own, values: sent }: Reading, slots: readonly number[]): Sample {
  const values = new Float32Array((slots.at(-1) ?? 0) + 1).fill(Number.NaN);
  for (const [index, slot] of own.entries()) values[slot] = sent[index] ?? Number.NaN;
  return { kind, ts, values };
}

async function readLooseSamples(
  client: pg.PoolClient,
  sites: readonly number[],
  [from, to]: readonly [number, number],
  kinds: readonly Kind[],
  slots: readonly number[],
  onSite: (siteId: number, samples: Sample[]) => void,
): Promise<void> {
  const width = (slots.at(-1) ?? 0) + 1;
  const columns = ['site_id', 'kind', 'ts', ...slots.map((slot) => `s${slot}`)].join(', ');
  let current = 0;
  let samples: Sample[] = [];
  const finish = () => {
    if (samples.length > 0) onSite(current, samples);
    samples = [];
  };
  await copyOut(
    client,
    `select ${columns} from reading where site_id = any(${literal(sites)})
     and ts >= ${moment(from)} and ts < ${moment(to)} and kind in (${kinds.join(', ')})
     order by site_id, ts, kind`,
    (row) => {
      const siteId = row.int4();
      if (siteId !== current) finish();
      current = siteId;
      // Stored kinds are those of the list.
      const kind = row.int2() as Kind;
      const sample = { kind, ts: row.moment(), values: new Float32Array(width).fill(Number.NaN) };
      for (const slot of slots) sample.values[slot] = row.real();
      samples.push(sample);
    },
  );
  finish();
}

/** One row of hours or days: where it stands, its index, and its slots. */
export interface PeriodRow {
  siteId: number;
  /** The start of the hour, or noon (UTC) of the day's date. */
  at: number;
  index: StoredIndex;
  ozone8h?: number | null;
  slots: Map<number, Summary>;
}

type PeriodTable = 'reading_hour' | 'reading_day';
const day = 86_400_000;

/** Writes hours or days in place of those that stood there. */
export async function replacePeriods(
  client: pg.PoolClient,
  table: PeriodTable,
  rows: readonly PeriodRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const time = table === 'reading_hour' ? 'ts' : 'day';
  const slots = [...new Set(rows.flatMap((row) => [...row.slots.keys()]))].toSorted((a, b) => a - b);
  const fixed = ['site_id', time, 'aqi', 'main', 'whole', ...(table === 'reading_day' ? ['o3_8h'] : [])];
  const columns = [...fixed, ...slots.flatMap((slot) => [`a${slot}`, `l${slot}`, `h${slot}`, `c${slot}`])];
  await client.query(
    `delete from ${table} using unnest($1::integer[], $2::${table === 'reading_hour' ? 'timestamptz' : 'date'}[]) as gone(site_id, at)
     where ${table}.site_id = gone.site_id and ${table}.${time} = gone.at`,
    [rows.map(({ siteId }) => siteId), rows.map(({ at }) => new Date(at).toISOString())],
  );
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

/** An hour or a day as it is stored. */
export interface Period {
  /** The start of the hour; of a day midnight in UTC, whatever the zone, until whoever hands it on knows better. */
  at: number;
  aqi: number | null;
  main: string | null;
  /** Every pollutant that the standard asks for was there; otherwise the index is one for reference. */
  whole: boolean;
  slots: Map<number, Summary>;
}

/** The hours or days of sites in `[from, to)`, in the order of time. */
export async function readPeriods(
  client: pg.PoolClient,
  table: PeriodTable,
  sites: Iterable<number>,
  [from, to]: readonly [number, number],
  slots: readonly number[],
): Promise<Map<number, Period[]>> {
  const isHour = table === 'reading_hour';
  const time = isHour ? 'ts' : 'day';
  const bound = (at: number) => (isHour ? moment(at) : `'${new Date(at).toISOString().slice(0, 10)}'::date`);
  const columns = slots.map((slot) => `a${slot}, l${slot}, h${slot}, c${slot}`);
  const found = new Map<number, Period[]>();
  await copyOut(
    client,
    `select ${['site_id', time, 'aqi', 'main', 'whole', ...columns].join(', ')} from ${table}
     where site_id = any(${literal(sites)}) and ${time} >= ${bound(from)} and ${time} < ${bound(to)}
     order by site_id, ${time}`,
    (row) => {
      const siteId = row.int4();
      const at = isHour ? row.moment() : Date.UTC(2000, 0, 1) + row.int4() * day;
      const aqi = row.int2OrNull();
      const main = row.bytes()?.toString('utf8') ?? null;
      const whole = row.bytes()?.[0] === 1;
      const period: Period = { at, aqi, main, whole, slots: new Map() };
      for (const slot of slots) {
        const summary = readSummary(row);
        if (summary.covered > 0) period.slots.set(slot, summary);
      }
      const known = found.get(siteId);
      if (known) known.push(period);
      else found.set(siteId, [period]);
    },
  );
  return found;
}

function readSummary(row: CopyRow): Summary {
  const real = () => {
    const value = row.real();
    return Number.isNaN(value) ? null : value;
  };
  return { mean: real(), low: real(), high: real(), covered: row.int2() };
}
