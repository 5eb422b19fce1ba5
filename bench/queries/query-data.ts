import type pg from 'pg';
import { DAY_MS, HOUR_MS } from '../../contract/src/durations.ts';
import { packMonth } from './packed-days.ts';
import { generateDays, generateHours, generateMinutes } from './query-rows.ts';

/** Size of the data set; smaller for a quick try. */
export const size = {
  sites: Number(process.env['BENCH_SITES'] ?? 10_000),
  days: Number(process.env['BENCH_DAYS'] ?? 365),
  packedDays: Math.min(30, Number(process.env['BENCH_DAYS'] ?? 365)),
  channels: 16,
  /** Unpacked minutes are large, so only some sites have them. */
  looseSites: Math.min(2000, Number(process.env['BENCH_SITES'] ?? 10_000)),
};

/** The available data and its start: up to the last minute and hour that have ended. */
export interface QueryData {
  codes: string[];
  slots: number[];
  /** Unpacked minutes: the last 24 hours of the first sites. */
  loose: readonly [from: number, to: number];
  /** Packed days, in UTC. */
  packed: readonly [from: number, to: number];
  hours: readonly [from: number, to: number];
  seconds: number;
  bytesPerValue: { hours: number; packed: number; loose: number };
  bytesPerHour: number;
  gigabytes: number;
}

/** Reuses the data of a kept folder, or creates it. */
export async function openQueryData(pool: pg.Pool, print: (line: string) => void): Promise<QueryData> {
  const { rows: tables } = await pool.query(`select to_regclass('bench_made') is not null as there`);
  if (!tables[0]?.there) {
    const data = await makeQueryData(pool, print);
    await pool.query('create table bench_made as select $1::jsonb as data', [data]);
  }
  const { rows } = await pool.query<{ data: QueryData }>('select data from bench_made');
  // The file exists: it was written above if it was missing.
  return rows[0]?.data as QueryData;
}

/**
 * Creates sites, a user who sees all of them, and their readings, in unlogged tables because nothing has to survive a
 * crash.
 */
async function makeQueryData(pool: pg.Pool, print: (line: string) => void): Promise<QueryData> {
  const begun = performance.now();
  const elapsed = () => ((performance.now() - begun) / 1000).toFixed(0);
  const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  await pool.query('alter role current_user set statement_timeout = 0');
  await insertSites(pool);
  const channels = await pool.query<{ code: string; slot: number }>(
    `select channel_code as code, slot from basic_channel order by slot limit ${size.channels}`,
  );
  const codes = channels.rows.map(({ code }) => code);
  const slots = channels.rows.map(({ slot }) => slot);
  const bounds = {
    loose: [now - DAY_MS, now],
    packed: [today - (3 + size.packedDays) * DAY_MS, today - 3 * DAY_MS],
    hours: [now - size.days * DAY_MS, now],
  } as const;
  await generateMinutes(pool, bounds.loose, slots, size.looseSites);
  print(`loose minutes after ${elapsed()} s`);
  await packMonth(pool, bounds.packed, slots, size.sites);
  print(`packed days after ${elapsed()} s`);
  await generateDays(pool, bounds.hours, slots);
  await generateHours(pool, bounds.hours, slots, (done) =>
    print(`hours ${Math.round(done * 100)} % after ${elapsed()} s`),
  );
  await pool.query('analyze');
  const seconds = (performance.now() - begun) / 1000;
  return { codes, slots, ...bounds, seconds, ...(await measureSizes(pool)) };
}

/** A branch with a hundred entities that share the sites, and a user who sees the branch and everything below it. */
async function insertSites(pool: pg.Pool): Promise<void> {
  const entities = 100;
  await pool.query(
    `insert into sys_dept (dept_id, parent_id, ancestors, dept_name) values (1000, 100, array[0, 100], 'branch')`,
  );
  await pool.query(
    `insert into sys_dept (dept_id, parent_id, ancestors, dept_name)
     select 2000 + n, 1000, array[0, 100, 1000], 'team ' || n from generate_series(1, ${entities}) n`,
  );
  await pool.query(
    `insert into site_entity (entity_id, entity_code, entity_name, dept_id)
     select 1000 + n, 'E' || n, 'entity ' || n, 2000 + n from generate_series(1, ${entities}) n`,
  );
  await pool.query(
    `insert into site (site_id, site_code, site_name, entity_id, mn, device_type_id, longitude, latitude, create_time)
     select n, 'BENCH' || n, 'site ' || n, 1001 + n % ${entities}, 'BENCH' || n,
       (select min(device_type_id) from basic_device_type), 104 + n % 100 * 0.01, 30 + n / 100 * 0.01,
       now() - interval '2 years'
     from generate_series(1, ${size.sites}) n`,
  );
  await pool.query(
    `insert into sys_user (user_id, dept_id, user_name, nick_name, password)
     select 2, 1000, 'bench', 'bench', password from sys_user where user_id = 1`,
  );
  await pool.query(
    `insert into sys_role (role_id, role_name, role_key, data_scope) values (99, 'bench', 'bench', '4')`,
  );
  await pool.query('insert into sys_role_menu select 99, menu_id from sys_menu');
  await pool.query('insert into sys_user_role values (2, 99)');
  // The level of all values differs from site to site.
  await pool.query(
    `create unlogged table bench_site as
     select site_id, (0.6 + abs(hashint4(site_id) % 1000) / 1000.0)::real as factor from site order by site_id`,
  );
}

async function measureSizes(
  pool: pg.Pool,
): Promise<Pick<QueryData, 'bytesPerValue' | 'bytesPerHour' | 'gigabytes'>> {
  const bytesOf = async (...tables: string[]) => {
    const { rows } = await pool.query<{ bytes: number }>(
      `select sum(pg_total_relation_size(inhrelid))::float8 as bytes from pg_inherits
       where inhparent = any($1::text[]::regclass[])`,
      [tables],
    );
    return rows[0]?.bytes ?? 0;
  };
  const { rows } = await pool.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  const hours = await bytesOf('reading_hour');
  const minutes = 1440 * size.channels;
  const hourCount = size.sites * size.days * 24;
  return {
    bytesPerValue: {
      // An hour has four values per channel: mean, minimum, maximum and valid seconds.
      hours: hours / (hourCount * size.channels * 4),
      packed:
        (await bytesOf('reading_block', 'reading_block_value')) / (minutes * size.sites * size.packedDays),
      loose: (await bytesOf('reading')) / (minutes * size.looseSites),
    },
    bytesPerHour: hours / hourCount,
    gigabytes: (rows[0]?.bytes ?? 0) / 1e9,
  };
}
