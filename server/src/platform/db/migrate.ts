import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

const folder = new URL('../../../migrations/', import.meta.url);
/** An arbitrary lock number that every process uses. */
export const migrationLock = 721_212_212;

export interface MigrationStep {
  name: string;
  run(client: pg.ClientBase): Promise<void>;
  checksum: string;
}

/** Brings the schema up to date. Forward only; processes that start together take turns. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  return runOnce(pool, 'schema_migration', readMigrations());
}

export function readMigrations(): MigrationStep[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(new URL(file, folder), 'utf8');
      return {
        name: file.replace('.sql', ''),
        checksum: createHash('sha256').update(sql).digest('hex'),
        run: async (client) => void (await client.query(sql)),
      };
    });
}

/** Runs each step that was not applied to this database, in its own transaction, and records it. */
export async function runOnce(
  pool: pg.Pool,
  table: string,
  steps: readonly MigrationStep[],
): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await createLedger(client, table);
    const applied: string[] = [];
    for (const step of steps) if (await runStep(client, table, step)) applied.push(step.name);
    return applied;
  } finally {
    // Closing the connection releases the lock and resets the settings, whatever happened.
    client.release(true);
  }
}

/** The table that records the applied steps. */
export async function createLedger(client: pg.ClientBase, table: string): Promise<void> {
  await client.query(
    `create table if not exists ${table} (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
}

/** Runs a step and records it, within the caller's transaction. */
export async function applyStep(client: pg.ClientBase, table: string, step: MigrationStep): Promise<void> {
  await step.run(client);
  await client.query(`insert into ${table} (name, checksum) values ($1, $2)`, [step.name, step.checksum]);
}

async function runStep(client: pg.PoolClient, table: string, step: MigrationStep): Promise<boolean> {
  const { rows } = await client.query(`select checksum from ${table} where name = $1`, [step.name]);
  if (rows[0]) {
    if (rows[0].checksum !== step.checksum) {
      throw new Error(`${step.name} was changed after it had been applied to this database.`);
    }
    return false;
  }
  await client.query('begin');
  try {
    await applyStep(client, table, step);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`${step.name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
  return true;
}
