import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readDataDir } from './server.ts';

let pool: pg.Pool | undefined;

/** PostgreSQL notes where it listens in its own process file: port on the fourth line, socket folder on the fifth. */
export function readConnection(): pg.PoolConfig {
  const dataDir = readDataDir();
  const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim();
  return {
    host: lines[4] || '127.0.0.1',
    port: Number(lines[3]),
    user: 'limpid',
    database: 'limpid',
    password,
    ssl: false,
  };
}

/** Asks the database of the server under test, for what no person could see and no API gives away. */
export async function query<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  pool ??= new pg.Pool({ ...readConnection(), max: 2 });
  return (await pool.query<Row>(text, values)).rows;
}

export async function closeDatabase(): Promise<void> {
  await pool?.end();
  pool = undefined;
}
