import type { Endpoint } from '@limpid/contract/kit/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../src/platform/texts.ts';
import { prepareDatabase } from '../src/roles/prepare.ts';
import { createDatabase, openTestApp, type TestApp } from '../src/testing/app.ts';

let t: TestApp;
let drop: () => Promise<void>;
let generated: string;
beforeAll(async () => {
  const database = await createDatabase();
  drop = database.drop;
  const options = { adminPassword: undefined, demo: false };
  generated = (await prepareDatabase(database.connection, options, () => {})) ?? '';
  t = await openTestApp({}, { connection: database.connection });
});
afterAll(async () => {
  await t.close();
  await drop();
});

const path = '/system/user/profile/updatePwd';
const refused = { code: 403, msg: translate('zh', 'errors.auth.must_change_password') };
const urlOf = ({ path: pattern }: Endpoint) => pattern.replace(/:\w+/g, '1');
const needsPermission = ({ access }: Endpoint) => typeof access === 'object';

async function change(token: string, oldPassword: string, newPassword: string) {
  return (await t.send('PUT', path, { token, json: { oldPassword, newPassword } })).body;
}

/** Each test continues where the one before ended. */
describe('the first login with a generated password', () => {
  let token: string;
  let other: string;

  it('succeeds and reports that the password must be changed', async () => {
    token = await t.login('admin', generated);
    other = await t.login('admin', generated);
    const { body } = await t.send('GET', '/getInfo', { token });
    expect(body).toMatchObject({ code: 200, isDefaultModifyPwd: true, roles: ['admin'] });
  });

  it('opens no endpoint that needs a permission', async () => {
    const guarded = t.app.endpoints.filter(needsPermission);
    expect(guarded.length).toBeGreaterThan(40);
    for (const endpoint of guarded) {
      const { status, body } = await t.send(endpoint.method, urlOf(endpoint), { token });
      expect([status, body], `${endpoint.method} ${endpoint.path}`).toEqual([200, refused]);
    }
  });

  it('still returns the menus, which the console needs to show the password form', async () => {
    const { body } = await t.send('GET', '/getRouters', { token });
    expect(body.code).toBe(200);
  });

  it.each([
    ['a wrong old password', 'not-the-one', 'Chosen-one-1', 'oldPassword'],
    ['the same password again', '', '', 'newPassword'],
    ['five characters', '', '12345', 'newPassword'],
    ['twenty-one characters', '', 'x'.repeat(21), 'newPassword'],
  ])('rejects a change with %s', async (_case, old, chosen, field) => {
    const body = await change(token, old || generated, chosen || generated);
    expect(body).toMatchObject({ code: 500, field });
    expect((await t.send('GET', '/system/post/list', { token })).body).toEqual(refused);
  });

  it('opens every endpoint after the change, and ends the other sessions', async () => {
    expect((await change(token, generated, 'Chosen-one-1')).code).toBe(200);
    expect((await t.send('GET', '/system/post/list', { token })).body.code).toBe(200);
    expect((await t.send('GET', '/getInfo', { token })).body['isDefaultModifyPwd']).toBe(false);
    expect((await t.send('GET', '/getInfo', { token: other })).body.code).toBe(401);
  });

  it('cannot be repeated with the generated password', async () => {
    await expect(t.login('admin', generated)).rejects.toThrow(translate('zh', 'errors.auth.wrong_password'));
    expect(await t.login('admin', 'Chosen-one-1')).toMatch(/^[\w-]{43}$/);
  });

  it('is logged as an operation without either password', async () => {
    await Promise.all(t.app.background);
    const { rows } = await t.app.pool.query('select l::text as line from sys_oper_log l');
    const lines = rows.map(({ line }) => line).join('\n');
    expect(lines).toContain('updatePwd');
    for (const password of [generated, 'Chosen-one-1']) expect(lines).not.toContain(password);
  });
});
