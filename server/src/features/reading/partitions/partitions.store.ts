import { DAY_MS } from '@limpid/contract/durations';
import type pg from 'pg';

/** How tables are partitioned: readings by day, hours and packed days by month, days by year, all in UTC. */
const partitioned = {
  reading: (at: Date) => [at.toISOString().slice(0, 10), nextDay(at)],
  reading_hour: (at: Date) => [`${at.toISOString().slice(0, 7)}-01`, nextMonth(at)],
  reading_hour_block: (at: Date) => [`${at.toISOString().slice(0, 7)}-01`, nextMonth(at)],
  reading_day: (at: Date) => [`${at.getUTCFullYear()}-01-01`, `${at.getUTCFullYear() + 1}-01-01`],
  reading_block: (at: Date) => [`${at.toISOString().slice(0, 7)}-01`, nextMonth(at)],
  reading_block_value: (at: Date) => [`${at.toISOString().slice(0, 7)}-01`, nextMonth(at)],
} as const;
export type PartitionedTable = keyof typeof partitioned;

function nextDay(at: Date): string {
  return new Date(at.getTime() + DAY_MS).toISOString().slice(0, 10);
}

function nextMonth(at: Date): string {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
}

function nameOf(table: PartitionedTable, from: string): string {
  return `${table}_${from.replaceAll('-', '')}`;
}

/**
 * Creates the partition of `table` for this moment, unless it exists. It is attached rather than created in place, so
 * that readers and writers of the table do not wait. True when it was created now.
 */
export async function addPartition(pool: pg.Pool, table: PartitionedTable, moment: number): Promise<boolean> {
  const [from = '', to = ''] = partitioned[table](new Date(moment));
  const name = nameOf(table, from);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [`partition ${name}`]);
    const { rows } = await client.query('select to_regclass($1) is not null as there', [name]);
    const isNew = !rows[0]?.there;
    if (isNew) {
      // Bounds of timestamps are in UTC.
      const isMoment = table === 'reading' || table === 'reading_hour';
      const bound = (date: string) => (isMoment ? `'${date} 00:00:00+00'` : `'${date}'`);
      const kind = table === 'reading_hour_block' ? 'unlogged table' : 'table';
      await client.query(`create ${kind} ${name} (like ${table} including all)`);
      await client.query(
        `alter table ${table} attach partition ${name} for values from (${bound(from)}) to (${bound(to)})`,
      );
    }
    await client.query('commit');
    return isNew;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** The partitions of a table that end at or before a date, oldest first. */
export async function listPartitionsBefore(
  pool: pg.Pool,
  table: PartitionedTable,
  date: string,
): Promise<string[]> {
  const names = await listPartitionNames(pool, table);
  return names.filter((name) => endOf(table, name) <= date);
}

/** The partitions of a table, oldest first. */
export async function listPartitionNames(pool: pg.Pool, table: PartitionedTable): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = to_regclass($1) order by 1`,
    [table],
  );
  return rows.map((row) => row.name);
}

function endOf(table: PartitionedTable, name: string): string {
  return partitioned[table](new Date(findPartitionDate(name)))[1] ?? '';
}

/** The first date of a partition. */
export function findPartitionDate(name: string): string {
  const digits = /_(\d{4})(\d\d)(\d\d)$/.exec(name);
  const [, year = '9999', month = '01', date = '01'] = digits ?? [];
  return `${year}-${month}-${date}`;
}

/** Drops the partitions that end before `date`; counts the dropped and the busy ones. */
export async function dropPartitions(
  pool: pg.Pool,
  table: PartitionedTable,
  date: string,
  signal?: AbortSignal,
): Promise<{ dropped: number; busy: number }> {
  const outcome = { dropped: 0, busy: 0 };
  for (const name of await listPartitionsBefore(pool, table, date)) {
    if (signal?.aborted) break;
    if (await dropPartition(pool, table, name)) outcome.dropped++;
    else outcome.busy++;
  }
  return outcome;
}

const dropWaitMs = 1000;
/** SQLSTATE of lock conflicts: lock timeout and deadlock. */
export const lockConflicts = ['55P03', '40P01'];

/** Waits only briefly for the lock, because all writers queue behind it. False when the lock was not available. */
async function dropPartition(
  pool: pg.Pool,
  table: PartitionedTable,
  name: string,
  onlyEmpty = false,
): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${dropWaitMs}`);
    // The parent table first, in the lock order of readers and writers.
    await client.query(`lock table only ${table} in access exclusive mode`);
    const { rows } = onlyEmpty
      ? await client.query(`select exists (select from ${name}) as used`)
      : { rows: [] };
    const isUsed = rows[0]?.used === true;
    if (!isUsed) await client.query(`drop table if exists ${name}`);
    // Blocks never outlive their hours.
    if (table === 'reading_hour')
      await client.query(`drop table if exists ${nameOf('reading_hour_block', findPartitionDate(name))}`);
    await client.query('commit');
    return !isUsed;
  } catch (error) {
    await client.query('rollback');
    if (error instanceof Error && 'code' in error && lockConflicts.includes(String(error.code))) return false;
    throw error;
  } finally {
    client.release();
  }
}

/** Drops the partition of a day if it is empty. */
export async function dropEmptyDay(pool: pg.Pool, day: string): Promise<void> {
  await dropPartition(pool, 'reading', nameOf('reading', day), true);
}

/** Adds the columns of a slot where they are missing. */
export async function addSlotColumns(
  query: (statement: string) => Promise<unknown>,
  slot: number,
): Promise<void> {
  if (!Number.isInteger(slot) || slot < 1 || slot > maxSlot) throw new RangeError(`slot: ${slot}`);
  await query(`alter table reading add column if not exists s${slot} real`);
  for (const table of ['reading_hour', 'reading_day']) {
    const columns = [`a${slot} real`, `l${slot} real`, `h${slot} real`, `c${slot} smallint`];
    const added = columns.map((column) => `add column if not exists ${column}`);
    await query(`alter table ${table} ${added.join(', ')}`);
  }
}

/** Marks store a slot in one byte. */
const maxSlot = 250;
