import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDataChange, addLogin, addOperation } from '../../../tests/scope/scope-logs.fixture.ts';
import { sites } from '../../../tests/scope/scope-sites.fixture.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../testing/people.ts';

const permissions = ['list', 'query', 'remove', 'export'].flatMap((action) =>
  ['monitor:operlog', 'monitor:logininfor', 'log:dataModify'].map((log) => `${log}:${action}`),
);
let t: TestApp;
let userId: number;

beforeAll(async () => {
  t = await openTestApp();
  await addDepartment(t, 110, 100, [0, 100]);
  await addDepartment(t, 120, 100, [0, 100]);
  userId = await addPerson(t, 'reader', [{ permissions, dataScope: '4' }], 110);
  await addPerson(t, 'neighbour', [], 120);
});
afterAll(() => t.close());

const tables: Record<string, [table: string, id: string]> = {
  '/monitor/operlog': ['sys_oper_log', 'oper_id'],
  '/monitor/logininfor': ['sys_logininfor', 'info_id'],
  '/log/dataModify': ['data_log', 'log_id'],
};

async function stored(path: string): Promise<number[]> {
  const [table, id] = tables[path] ?? [];
  const { rows } = await t.app.pool.query(`select ${id} as id from ${table} where ${id} = any($1)`, [made]);
  return rows.map((row) => Number(row.id)).sort();
}

let made: number[] = [];

/** Rows of departments 110 and 120, and rows without a known user. */
const make: Record<string, () => Promise<number[]>> = {
  '/monitor/operlog': () => Promise.all([110, 120, null].map((deptId) => addOperation(t, [null, deptId]))),
  '/monitor/logininfor': () => Promise.all([110, 120, null].map((deptId) => addLogin(t, [null, deptId]))),
  '/log/dataModify': async () =>
    Promise.all(
      [await sites.add(t, 110), await sites.add(t, 120), null].map((siteId) => addDataChange(t, siteId)),
    ),
};

describe.each(Object.keys(tables))('the log at %s', (path) => {
  it('is emptied within the data scope, and completely with the scope "all"', async () => {
    made = (await make[path]?.()) ?? [];
    t.clock.advance(2 * 24 * 60);
    const [, beside, nobodys] = made;
    const session = await t.login('reader', personPassword);
    expect((await t.send('DELETE', `${path}/clean`, { token: session })).body.code).toBe(200);
    await Promise.all(t.app.background);
    expect(await stored(path)).toEqual([beside, nobodys].sort());
    const admin = await t.login();
    expect((await t.send('DELETE', `${path}/clean`, { token: admin })).body.code).toBe(200);
    expect(await stored(path)).toEqual([]);
  });
});

describe('a row belongs', () => {
  it('to the user who acted, and to the user’s department', async () => {
    const session = await t.login('reader', personPassword);
    await t.send('PUT', '/system/user/profile', { token: session, json: { nickName: 'changed' } });
    await Promise.all(t.app.background);
    const operation = await t.app.pool.query(
      `select user_id, dept_id from sys_oper_log where oper_url like '%/profile' order by oper_id desc limit 1`,
    );
    expect(operation.rows).toEqual([{ user_id: userId, dept_id: 110 }]);
    const login = await t.app.pool.query(
      `select user_id, dept_id from sys_logininfor where user_name = 'reader' order by info_id desc limit 1`,
    );
    expect(login.rows).toEqual([{ user_id: userId, dept_id: 110 }]);
  });

  it('to the account of the login attempt, and to no one for an unknown name', async () => {
    const names = async () => {
      const session = await t.login('reader', personPassword);
      const { body } = await t.send('GET', '/monitor/logininfor/list?status=1', { token: session });
      return (body['rows'] as { userName: string }[]).map(({ userName }) => userName);
    };
    for (const username of ['reader', 'neighbour', 'stranger'])
      await t.send('POST', '/login', { json: { username, password: 'Wrong-horse-1' } });
    expect(await names()).toEqual(['reader']);
  });
});
