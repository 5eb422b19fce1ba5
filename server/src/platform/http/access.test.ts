import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addPerson, personPassword } from '../../testing/people.ts';
import { makeToken } from '../auth/tokens.ts';

let here: TestApp;
/** A second process on the same database. */
let there: TestApp;

beforeAll(async () => {
  here = await openTestApp();
  there = await openTestApp({}, { connection: here.connection });
});

afterAll(async () => {
  await there.close();
  await here.close();
});

let people = 0;
async function enter(permissions: string[]): Promise<{ token: string; userId: number; roleId: number }> {
  const name = `person${++people}`;
  const userId = await addPerson(here, name, [{ permissions }]);
  const { rows } = await here.app.pool.query('select role_id from sys_user_role where user_id = $1', [
    userId,
  ]);
  return { token: await here.login(name, personPassword), userId, roleId: rows[0].role_id };
}

/** The code of the same request in both processes, which must agree. */
async function listCode(token: string): Promise<number> {
  const responses = [here, there].map((test) => test.send('GET', '/system/post/list', { token }));
  const [one, two] = (await Promise.all(responses)).map((response) => response.body.code);
  expect(two).toBe(one);
  return one ?? 0;
}

describe('a change takes effect with the next request in every process', () => {
  it('when a permission is granted and revoked', async () => {
    const { pool } = here.app;
    const { token, roleId } = await enter(['system:dict:list']);
    expect(await listCode(token)).toBe(403);
    await pool.query('insert into sys_role_menu select $1, menu_id from sys_menu where perms = $2', [
      roleId,
      'system:post:list',
    ]);
    expect(await listCode(token)).toBe(200);
    await pool.query('delete from sys_role_menu where role_id = $1', [roleId]);
    expect(await listCode(token)).toBe(403);
  });

  it('when a role is disabled and enabled', async () => {
    const { token, roleId } = await enter(['system:post:list']);
    const setStatus = (status: string) =>
      here.app.pool.query('update sys_role set status = $2 where role_id = $1', [roleId, status]);
    expect(await listCode(token)).toBe(200);
    await setStatus('1');
    expect(await listCode(token)).toBe(403);
    await setStatus('0');
    expect(await listCode(token)).toBe(200);
  });

  it('when a user is disabled', async () => {
    const { token, userId } = await enter(['system:post:list']);
    expect(await listCode(token)).toBe(200);
    await here.app.pool.query(`update sys_user set status = '1' where user_id = $1`, [userId]);
    expect(await listCode(token)).toBe(401);
  });

  it('when a password must be changed first', async () => {
    const { token, userId } = await enter(['system:post:list']);
    await here.app.pool.query('update sys_user set must_change_password = true where user_id = $1', [userId]);
    expect(await listCode(token)).toBe(403);
    const info = await there.send('GET', '/getInfo', { token });
    expect(info.body).toMatchObject({ code: 200, isDefaultModifyPwd: true });
  });

  it('when a user logs out', async () => {
    const { token } = await enter(['system:post:list']);
    expect(await listCode(token)).toBe(200);
    await there.send('POST', '/logout', { token });
    expect(await listCode(token)).toBe(401);
  });
});

describe('a request is anonymous', () => {
  const refused = async (headers: Record<string, string>, path = '/getInfo') => {
    const { body } = await here.send('GET', path, { headers });
    return body.code === 401;
  };

  it('without a token, or with one that is forged, in the wrong case or in the wrong place', async () => {
    const token = await here.login();
    expect(await refused({ authorization: `Bearer ${token}` })).toBe(false);
    expect(await refused({})).toBe(true);
    expect(await refused({ authorization: `Bearer ${makeToken()}` })).toBe(true);
    expect(await refused({ authorization: `Bearer ${swapCase(token)}` })).toBe(true);
    expect(await refused({ authorization: token })).toBe(true);
    expect(await refused({ authorization: `Basic ${token}` })).toBe(true);
    expect(await refused({ 'x-token': token })).toBe(true);
    expect(await refused({ cookie: `Admin-Token=${token}` })).toBe(true);
    expect(await refused({}, `/getInfo?token=${token}&Authorization=Bearer%20${token}`)).toBe(true);
  });

  it('after the session has expired', async () => {
    const token = await here.login();
    expect(await refused({ authorization: `Bearer ${token}` })).toBe(false);
    here.clock.advance(31);
    expect(await refused({ authorization: `Bearer ${token}` })).toBe(true);
  });

  it('if a write has only the cookie, as a foreign page could send it', async () => {
    const headers = { cookie: `Admin-Token=${await here.login()}` };
    const json = { postCode: 'forged', postName: 'forged', postSort: 1 };
    expect((await here.send('POST', '/system/post', { headers, json })).body.code).toBe(401);
    expect((await here.send('POST', '/system/post/export', { headers })).body.code).toBe(401);
    const { rows } = await here.app.pool.query(`select 1 from sys_post where post_code = 'forged'`);
    expect(rows).toEqual([]);
  });

  it('before its body is read', async () => {
    const { body } = await here.send('POST', '/system/post', {
      payload: '{ broken',
      headers: { 'content-type': 'application/json' },
    });
    expect(body.code).toBe(401);
  });
});

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

it('every response to a user carries a mark that changes with their permissions', async () => {
  const { token, roleId } = await enter(['system:post:list', 'system:post:query']);
  const markOf = async (test: TestApp) =>
    (await test.send('GET', '/system/config/list', { token })).headers['x-rights'];
  const before = await markOf(here);
  expect(before).toMatch(/^[\w-]{16}$/);
  expect(await markOf(there)).toBe(before);
  await here.app.pool.query('insert into sys_role_menu select $1, menu_id from sys_menu where perms = $2', [
    roleId,
    'system:config:query',
  ]);
  const after = await markOf(there);
  expect(after).not.toBe(before);
  expect(await markOf(here)).toBe(after);
  expect((await here.send('GET', '/captchaImage')).headers['x-rights']).toBeUndefined();
});
