import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../config.ts';
import { createDatabase } from '../../testing/app.ts';
import type { TestConnection } from '../../testing/connection.ts';
import { type MigrationStep, readMigrations, runOnce } from '../db/migrate.ts';
import { openPool } from '../db/pool.ts';
import { type RestoreOptions, restoreBackup } from './restore.ts';
import { type BackupOptions, makeBackup } from './write-backup.ts';

export interface TestInstallation {
  connection: TestConnection;
  pool: pg.Pool;
  dataDir: string;
}

/** Databases with their own data folders and a folder for backups, all removed at the end. */
export function openBackupHarness() {
  const folder = mkdtempSync(join(tmpdir(), 'limpid-backup-'));
  const closers: (() => Promise<unknown>)[] = [];
  let sides = 0;

  async function openInstallation(template?: string): Promise<TestInstallation> {
    const database = await createDatabase(template);
    const pool = openPool({ ...database.connection, max: 3 });
    closers.push(async () => {
      await pool.end();
      await database.drop();
    });
    return { connection: database.connection, pool, dataDir: join(folder, `data${++sides}`) };
  }

  return {
    folder,
    openSide: openInstallation,
    async close() {
      for (const close of closers) await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function optionsFor({ connection, dataDir }: TestInstallation) {
  const open = async () => ({ connection, close: async () => undefined });
  return { config: readConfig({ DATA_DIR: dataDir }), open };
}

export function backUp(side: TestInstallation, file: string, options: Partial<BackupOptions> = {}) {
  return makeBackup({ ...optionsFor(side), file, ...options });
}

export function restoreTo(side: TestInstallation, file: string, options: Partial<RestoreOptions> = {}) {
  return restoreBackup({ ...optionsFor(side), file, ...options });
}

const oddStep = makeStep('9001_odd', oddTables());
/** The product's schema, and tables with unusual features. */
export const migrations: MigrationStep[] = [...readMigrations(), oddStep];
/** A schema that is made in no time, for tests of everything but the product's own tables. */
export const smallSchema: MigrationStep[] = [
  makeStep('0001_post', 'create table sys_post (post_code text primary key, post_name text not null)'),
  oddStep,
];

export function makeStep(name: string, sql: string): MigrationStep {
  return { name, checksum: name, run: async (client) => void (await client.query(sql)) };
}

export async function migrateInstallation(
  side: TestInstallation,
  steps: readonly MigrationStep[] = migrations,
): Promise<TestInstallation> {
  await runOnce(side.pool, 'schema_migration', steps);
  await runOnce(side.pool, 'schema_seed', [makeStep('seeded', 'select 1')]);
  return side;
}

/** Row count and digest of each table, and the next values of its sequences. */
export async function digest({ pool }: TestInstallation): Promise<Record<string, unknown>> {
  const tables = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relpersistence = 'p' order by 1`,
  );
  const content: Record<string, unknown> = {};
  for (const { name } of tables.rows) {
    const { rows } = await pool.query(
      `select count(*)::int as rows, md5(string_agg(md5(t::text), '' order by md5(t::text))) from ${pg.escapeIdentifier(name)} t`,
    );
    content[name] = rows[0];
  }
  const sequences = await pool.query(
    `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
  );
  return { ...content, sequences: sequences.rows };
}

function oddTables(): string {
  return `
    create table "Odd ""table"" 表" (
      id integer generated always as identity primary key, "select" text, empty text, data bytea, tree jsonb,
      words text[], nested integer[][], moment timestamptz, day date, span interval, exact numeric, float8 float8,
      float4 real, flag boolean, big bigint, address inet, uuid uuid, period tstzrange,
      doubled integer generated always as (id * 2) stored, gone text,
      parent integer references "Odd ""table"" 表" deferrable initially deferred
    );
    alter table "Odd ""table"" 表" drop column gone;
    create table hen (id integer primary key, egg integer);
    create table egg (id integer primary key, hen integer not null references hen);
    alter table hen add foreign key (egg) references egg;
    create function stamp() returns trigger language plpgsql as $$ begin new.egg = null; return new; end $$;
    create trigger hen_stamp before insert on hen for each row execute function stamp();
    create unlogged table passing (id integer);
    create sequence lonely start 7;
    create table sample (site_id integer, ts timestamptz, value real, primary key (site_id, ts))
      partition by range (ts);
    create table sample_rest partition of sample default;
    create table sample_2026_01_01 partition of sample for values from ('2026-01-01') to ('2026-01-02');
    create table kind (code text, n integer) partition by list (code);
    create materialized view sample_count as select count(*) from sample;
    insert into hen (id) values (1);`;
}
