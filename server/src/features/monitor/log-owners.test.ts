import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate, readMigrations, runOnce } from '../../platform/db/migrate.ts';
import { openPool } from '../../platform/db/pool.ts';
import { createDatabase } from '../../testing/app.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: pg.Pool;

/** A database of an earlier release, whose log rows have a user name only. */
beforeAll(async () => {
  database = await createDatabase();
  pool = openPool({ ...database.connection, max: 2 });
  await runOnce(
    pool,
    'schema_migration',
    readMigrations().filter(({ name }) => name < '0032'),
  );
  await pool.query(`
    insert into sys_dept (dept_id, parent_id, ancestors, dept_name) values (100, 0, '{0}', 'a'), (110, 100, '{0,100}', 'b');
    insert into sys_user (user_id, dept_id, user_name, nick_name, password, del_flag, create_time) values
      (11, 110, 'lin', 'n', '', '0', '2026-03-01'), (12, null, 'free', 'n', '', '0', '2026-03-01'),
      (13, 100, 'twice', 'n', '', '2', '2026-01-01'), (14, 110, 'twice', 'n', '', '0', '2026-03-01'),
      (15, 110, 'gone', 'n', '', '2', '2026-03-01')`);
  const rows = [
    ['lin', '2026-03-01'],
    ['lin', '2026-04-01'],
    ['lin', '2026-02-28'],
    ['free', '2026-04-01'],
    ['twice', '2026-04-01'],
    ['gone', '2026-04-01'],
    ['stranger', '2026-04-01'],
    [null, '2026-04-01'],
  ];
  for (const [name, time] of rows) {
    await pool.query(
      `insert into sys_oper_log (title, business_type, request_method, status, cost_time, oper_name, oper_time)
       values ('t', 1, 'POST', 0, 1, $1, $2)`,
      [name, time],
    );
    await pool.query(
      `insert into sys_logininfor (ipaddr, status, user_name, login_time) values ('10.0.0.1', '0', $1, $2)`,
      [name ?? '', time],
    );
  }
  await migrate(pool);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

it.each([
  ['sys_oper_log', 'oper_id'],
  ['sys_logininfor', 'info_id'],
])(
  'the migration gives old rows of %s the user and department of their name, where it is certain',
  async (table, id) => {
    const { rows } = await pool.query(`select user_id, dept_id from ${table} order by ${id}`);
    const nobody = { user_id: null, dept_id: null };
    expect(rows).toEqual([
      { user_id: 11, dept_id: 110 },
      { user_id: 11, dept_id: 110 },
      // Older than the account: another user of the same name.
      nobody,
      { user_id: 12, dept_id: null },
      // Two accounts of that name, one after the other.
      nobody,
      { user_id: 15, dept_id: 110 },
      nobody,
      nobody,
    ]);
  },
);
