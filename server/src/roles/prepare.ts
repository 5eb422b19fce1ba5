import pg from 'pg';
import { demoSeeds, referenceSeeds } from '../../seeds/seeds.ts';
import type { Config } from '../config.ts';
import { generatePassword, hashPassword } from '../platform/auth/passwords.ts';
import { migrate, runOnce } from '../platform/db/migrate.ts';

/** Brings schema and reference data up to date. The admin password, if it was generated just now. */
export async function prepareDatabase(
  connection: pg.PoolConfig,
  config: Pick<Config, 'adminPassword' | 'demo'>,
  onProgress: (line: string) => void,
): Promise<string | undefined> {
  const pool = new pg.Pool({ ...connection, max: 1, connectionTimeoutMillis: 5000 });
  try {
    for (const name of await migrate(pool)) onProgress(`Database: ${name}`);
    const seeds = config.demo ? [...referenceSeeds, ...demoSeeds] : referenceSeeds;
    for (const name of await runOnce(pool, 'schema_seed', seeds)) onProgress(`Data: ${name}`);
    return await createAdmin(pool, config.adminPassword);
  } finally {
    await pool.end();
  }
}

/** A given password counts as chosen; a generated one must be changed at the first login. */
async function createAdmin(pool: pg.Pool, given: string | undefined): Promise<string | undefined> {
  const { rowCount } = await pool.query('select 1 from sys_user where user_id = 1');
  if (rowCount) return undefined;
  const password = given ?? generatePassword();
  const inserted = await pool.query(
    `insert into sys_user (user_id, dept_id, user_name, nick_name, password, must_change_password, create_by)
     values (1, 100, 'admin', 'admin', $1, $2, 'system') on conflict do nothing`,
    [await hashPassword(password), given === undefined],
  );
  await pool.query('insert into sys_user_role values (1, 1) on conflict do nothing');
  return inserted.rowCount && given === undefined ? password : undefined;
}
