import type pg from 'pg';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/src/durations.ts';
import {
  addPartition,
  type PartitionedTable,
} from '../../server/src/features/reading/partitions/partitions.store.ts';
import { packetKind } from '../../server/src/features/reading/reading.ts';

type Bounds = readonly [from: number, to: number];

/** The value of a channel at a moment: its usual value varied by hour, by week and at random. */
export function computeLevel(channel: number, at: number): number {
  const daily = Math.sin((2 * Math.PI * at) / DAY_MS + channel);
  const weekly = Math.sin((2 * Math.PI * at) / (9 * DAY_MS) + 2 * channel);
  const chance = Math.sin(at / HOUR_MS + channel * 7) * Math.sin(at / (HOUR_MS * 2.7));
  return (12 + 9 * channel) * (1 + 0.35 * daily + 0.25 * weekly + 0.2 * chance);
}

/** Minutes in the order of arrival: all sites of one minute, then all sites of the next. */
export async function generateMinutes(
  pool: pg.Pool,
  [from, to]: Bounds,
  slots: readonly number[],
  sites: number,
): Promise<void> {
  const columns = slots.map((slot) => `s${slot}`);
  const values = slots.map((_, index) => `round(($3::real[])[${index + 1}] * factor * 10) / 10`);
  for (let day = Math.floor(from / DAY_MS) * DAY_MS; day < to; day += DAY_MS)
    await openPartition(pool, 'reading', day);
  for (let at = from; at < to; at += MINUTE_MS) {
    await pool.query(
      `insert into reading (site_id, ts, kind, rank, ${columns.join(', ')})
       select site_id, $1, ${packetKind.realtime}, $2, ${values.join(', ')} from bench_site where site_id <= ${sites} order by site_id`,
      [new Date(at).toISOString(), at * 2, slots.map((_, index) => computeLevel(index, at))],
    );
  }
  await vacuum(pool, 'reading');
}

/**
 * Hours in the order in which the product stores them: closed months by site (order-hours.ts), the current month as it
 * was rolled up, all sites of one hour and then all sites of the next.
 */
export async function generateHours(
  pool: pg.Pool,
  [from, to]: Bounds,
  slots: readonly number[],
  onProgress: (done: number) => void,
): Promise<void> {
  await pool.query('create unlogged table bench_hour (ts timestamptz, levels real[])');
  for (let at = from; at < to; ) {
    const end = Math.min(to, Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth() + 1, 1));
    await openPartition(pool, 'reading_hour', at);
    await pool.query('truncate bench_hour');
    for (; at < end; at += HOUR_MS) {
      await pool.query('insert into bench_hour values ($1, $2)', [
        new Date(at).toISOString(),
        slots.map((_, index) => computeLevel(index, at)),
      ]);
    }
    const order = end < to ? 'site_id, ts' : 'ts, site_id';
    await pool.query(insertPeriods('reading_hour', slots, 3600, inOrder[order]));
    onProgress((end - from) / (to - from));
  }
  await vacuum(pool, 'reading_hour');
}

/** The first part is scanned once, the second again for each row of the first. */
const inOrder = {
  'site_id, ts': `(select * from bench_site order by site_id) s
    cross join lateral (select * from bench_hour where site_id > 0 order by ts) h`,
  'ts, site_id': `(select * from bench_hour order by ts) h
    cross join lateral (select * from bench_site where ts > '2000-01-01' order by site_id) s`,
};

/** Days in the order of their roll-up: all sites of one day, then all sites of the next. */
export async function generateDays(
  pool: pg.Pool,
  [from, to]: Bounds,
  slots: readonly number[],
): Promise<void> {
  const first = Math.floor(from / DAY_MS) * DAY_MS;
  for (let at = first; at <= to; at += DAY_MS) {
    const year = new Date(at).getUTCFullYear();
    if (at === first || new Date(at - DAY_MS).getUTCFullYear() !== year)
      await openPartition(pool, 'reading_day', at);
    const source = `(select $1::date as ts, $2::real[] as levels) h cross join (select * from bench_site order by site_id) s`;
    await pool.query(insertPeriods('reading_day', slots, 24, source), [
      new Date(at).toISOString().slice(0, 10),
      slots.map((_, index) => computeLevel(index, at)),
    ]);
  }
  await vacuum(pool, 'reading_day');
}

function insertPeriods(
  table: 'reading_hour' | 'reading_day',
  slots: readonly number[],
  covered: number,
  source: string,
): string {
  const columns = slots.flatMap((slot) => [`a${slot}`, `l${slot}`, `h${slot}`, `c${slot}`]);
  const values = slots.flatMap((_, index) => {
    const mean = `levels[${index + 1}] * factor`;
    return [mean, `${mean} * 0.8::real`, `${mean} * 1.3::real`, String(covered)];
  });
  const time = table === 'reading_hour' ? 'ts' : 'day';
  const minutes = table === 'reading_hour' ? 60 : 1440;
  const received = `${minutes * 60}, ${minutes * slots.length}, ${minutes * slots.length}`;
  return `insert into ${table} (site_id, ${time}, aqi, main, whole, received, values_received, values_valid, ${columns.join(', ')})
    select site_id, ts, least(500, levels[5] * factor), 'PM2.5', true, ${received}, ${values.join(', ')} from ${source}`;
}

/** The partition that holds this moment, created as the product creates it. */
export async function openPartition(pool: pg.Pool, table: PartitionedTable, at: number): Promise<void> {
  if (!(await addPartition(pool, table, at))) return;
  const { rows } = await pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits join pg_class on oid = inhrelid
     where inhparent = $1::regclass and relpersistence = 'p'`,
    [table],
  );
  for (const { name } of rows) await pool.query(`alter table ${name} set unlogged`);
}

export async function vacuum(pool: pg.Pool, table: PartitionedTable): Promise<void> {
  await pool.query(`vacuum (analyze) ${table}`);
}
