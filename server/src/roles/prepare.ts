import type pg from 'pg';
import { defineOnlineWindow } from '../../seeds/online-window.ts';
import { demoSeeds, referenceSeeds } from '../../seeds/seeds.ts';
import { type Config, SettingError } from '../config.ts';
import { postponeDemoSource } from '../features/demo/demo-sources.api.ts';
import { createAdmin } from '../platform/auth/admin.store.ts';
import { findPasswordFault } from '../platform/auth/password-choice.rule.ts';
import { migrate, migrationLock, runOnce } from '../platform/db/migrate.ts';
import { openPool } from '../platform/db/pool.ts';

/** Brings schema and reference data up to date. Returns the admin password if it was generated now. */
export async function prepareDatabase(
  connection: pg.PoolConfig,
  config: Pick<Config, 'adminPassword' | 'demo'>,
  onProgress: (line: string) => void,
): Promise<string | undefined> {
  const pool = openPool({ ...connection, max: 1, connectionTimeoutMillis: 5000 });
  try {
    for (const name of await migrate(pool)) onProgress(`Database: ${name}`);
    await defineOnlineWindow(pool, migrationLock);
    const seeds = config.demo ? [...referenceSeeds, ...demoSeeds] : referenceSeeds;
    for (const name of await runOnce(pool, 'schema_seed', seeds)) onProgress(`Data: ${name}`);
    // Fetching begins before the demo does.
    if (config.demo) await postponeDemoSource(pool);
    return await createAdmin(pool, config.adminPassword, checkAdminPassword);
  } finally {
    await pool.end();
  }
}

/** Checked at the first start only, so that existing installations with a weaker setting still start. */
function checkAdminPassword(password: string, userName: string): void {
  if (findPasswordFault(password, userName))
    throw new SettingError('ADMIN_PASSWORD is one that guessers try first. Choose another.');
}
