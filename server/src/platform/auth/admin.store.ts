import type pg from 'pg';
import { generatePassword, hashPassword } from './passwords.ts';

const adminName = 'admin';

/**
 * Creates the first administrator if there is none. A given password counts as chosen and is checked by `check`; a
 * generated one is returned, to be shown once and changed at the first login.
 */
export async function createAdmin(
  pool: pg.Pool,
  given: string | undefined,
  check: (password: string, userName: string) => void,
): Promise<string | undefined> {
  const { rowCount } = await pool.query('select 1 from sys_user where user_id = 1');
  if (rowCount) return undefined;
  if (given !== undefined) check(given, adminName);
  const password = given ?? generatePassword();
  const inserted = await pool.query(
    `insert into sys_user (user_id, dept_id, user_name, nick_name, password, must_change_password, create_by)
     values (1, 100, $3, $3, $1, $2, 'system') on conflict do nothing`,
    [await hashPassword(password), given === undefined, adminName],
  );
  await pool.query('insert into sys_user_role values (1, 1) on conflict do nothing');
  return inserted.rowCount && given === undefined ? password : undefined;
}
