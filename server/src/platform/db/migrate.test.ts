import { readdirSync } from 'node:fs';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from '../../testing/app.ts';
import { soon } from '../../testing/soon.ts';
import { migrate, runOnce } from './migrate.ts';
import { openPool } from './pool.ts';

const files = readdirSync(new URL('../../../migrations/', import.meta.url))
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace('.sql', ''));

const pools: pg.Pool[] = [];
let database: Awaited<ReturnType<typeof createDatabase>>;

/** Acts as a separate process, as far as the database can see. */
function openProcess(): pg.Pool {
  const pool = openPool({ ...database.connection, max: 2 });
  pools.push(pool);
  return pool;
}

beforeEach(async () => {
  database = await createDatabase();
});

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
  await database.drop();
});

async function listApplied(pool: pg.Pool, table = 'schema_migration'): Promise<string[]> {
  const { rows } = await pool.query(`select name from ${table} order by applied_at, name`);
  return rows.map((row) => row.name);
}

describe('the schema', () => {
  it('is built from an empty database, step by step in the order of their names', async () => {
    const pool = openProcess();
    expect(await migrate(pool)).toEqual(files);
    expect(await listApplied(pool)).toEqual(files);
    const { rows } = await pool.query(`select count(*)::int as n from sys_post`);
    expect(rows[0].n).toBe(0);
  });

  it('is unchanged if it is up to date', async () => {
    const pool = openProcess();
    await migrate(pool);
    expect(await migrate(pool)).toEqual([]);
  });

  it('is built once if two processes start on an empty database together', async () => {
    const applied = await Promise.all([migrate(openProcess()), migrate(openProcess())]);
    expect(applied.map((steps) => steps.length).sort()).toEqual([0, files.length]);
    expect(await listApplied(openProcess())).toEqual(files);
  });

  it('refuses a migration that was changed after it was applied, and names it', async () => {
    const pool = openProcess();
    await migrate(pool);
    await pool.query(`update schema_migration set checksum = 'other' where name = $1`, [files[0]]);
    await expect(migrate(pool)).rejects.toThrow(`${files[0]} was changed`);
  });

  it('releases the lock, even after a failure', async () => {
    const pool = openProcess();
    await expect(runOnce(pool, 'step', [failing('one')])).rejects.toThrow();
    const other = openProcess();
    await soon(async () => {
      const { rows } = await other.query(`select count(*)::int as n from pg_locks
          where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
      return rows[0].n;
    }).toBe(0);
  });
});

function adding(name: string, value: number) {
  const run = async (client: pg.PoolClient) =>
    void (await client.query('insert into mark values ($1)', [value]));
  return { name, checksum: 'a', run };
}

function failing(name: string) {
  const run = async (client: pg.PoolClient) => {
    await client.query('create table half_done ()');
    await client.query('select nonsense');
  };
  return { name, checksum: 'a', run };
}

describe('one-time steps', () => {
  it('run in turn between processes, each step in only one of them', async () => {
    const [here, there] = [openProcess(), openProcess()];
    await here.query('create table mark (value integer)');
    const steps = [adding('one', 1), adding('two', 2), adding('three', 3)];
    const applied = await Promise.all([
      runOnce(here, 'step', steps),
      runOnce(there, 'step', steps),
      runOnce(here, 'step', steps),
    ]);
    expect(applied.flat().sort()).toEqual(['one', 'three', 'two']);
    const { rows } = await here.query('select value from mark order by value');
    expect(rows.map((row) => row.value)).toEqual([1, 2, 3]);
  });

  it('continue with new steps and never run an old one again', async () => {
    const pool = openProcess();
    await pool.query('create table mark (value integer)');
    await runOnce(pool, 'step', [adding('one', 1)]);
    expect(await runOnce(pool, 'step', [adding('one', 1), adding('two', 2)])).toEqual(['two']);
    expect(await listApplied(pool, 'step')).toEqual(['one', 'two']);
  });

  it('roll back a failing step, name it, keep the steps before it and stop', async () => {
    const pool = openProcess();
    await pool.query('create table mark (value integer)');
    const steps = [adding('one', 1), failing('two'), adding('three', 3)];
    await expect(runOnce(pool, 'step', steps)).rejects.toThrow(/^two failed: .*nonsense/);
    expect(await listApplied(pool, 'step')).toEqual(['one']);
    const { rows } = await pool.query(`select to_regclass('half_done') as found`);
    expect(rows[0].found).toBeNull();
  });
});
