import { afterEach, describe, expect, it } from 'vitest';
import { prepareDatabase } from '../src/roles/prepare.ts';
import { createDatabase, openTestApp, type TestApp } from '../src/testing/app.ts';
import { dumpTables } from '../src/testing/dump-tables.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function createEmpty() {
  const database = await createDatabase();
  closing.push(database.drop);
  return database.connection;
}

async function open(connection?: TestApp['connection']): Promise<TestApp> {
  const t = await openTestApp({}, connection ? { connection } : {});
  closing.push(t.close);
  return t;
}

const progress: string[] = [];
const prepare = (connection: TestApp['connection'], demo = false, adminPassword?: string) =>
  prepareDatabase(connection, { adminPassword, demo }, (line) => progress.push(line));

describe('preparing an empty database', () => {
  it('adds an administrator and returns its generated password once', async () => {
    const connection = await createEmpty();
    const password = await prepare(connection);
    expect(password).toMatch(/^[a-zA-Z2-9]{16}$/);
    expect(await prepare(connection)).toBeUndefined();
    const t = await open(connection);
    expect(await t.login('admin', password)).toMatch(/^[\w-]{43}$/);
    const { rows } = await t.app.pool.query('select must_change_password from sys_user');
    expect(rows).toEqual([{ must_change_password: true }]);
    for (const lines of (await dumpTables(t)).values()) expect(lines.join()).not.toContain(password);
  });
});

describe('preparing a database again', () => {
  it('changes nothing', async () => {
    const t = await open();
    const before = await dumpTables(t);
    progress.length = 0;
    expect(await prepare(t.connection, false, 'Another-one-1')).toBeUndefined();
    expect(await dumpTables(t)).toEqual(before);
    expect(progress).toEqual([]);
  });

  it('neither restores deleted rows nor reverts changed ones', async () => {
    const t = await open();
    await prepare(t.connection, true);
    for (const statement of [
      'delete from sys_menu where menu_id = 104',
      `delete from sys_dict_data where dict_type = 'sys_user_sex'`,
      `delete from sys_dict_type where dict_type = 'sys_user_sex'`,
      `delete from sys_config where config_key = 'sys.account.registerUser'`,
      `update sys_config set config_value = 'false' where config_key = 'sys.account.captchaEnabled'`,
      'delete from sys_role where role_id = 3',
      `update sys_role set role_name = 'Équipe' where role_id = 2`,
      'delete from sys_role_menu where role_id = 2',
      `update sys_dept set dept_name = 'Ville'`,
      `delete from sys_post where post_code = 'operator'`,
      `update sys_user set status = '1', nick_name = 'x'`,
    ])
      expect((await t.app.pool.query(statement)).rowCount, statement).toBeGreaterThan(0);
    const before = await dumpTables(t);
    await prepare(t.connection, true, 'Another-one-1');
    expect(await dumpTables(t)).toEqual(before);
  });
});
