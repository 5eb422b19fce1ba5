import { afterAll, describe, expect, it } from 'vitest';
import { translate } from '../../../platform/texts.ts';
import { openTestApp } from '../../../testing/app.ts';
import { dumpTables } from '../../../testing/dump-tables.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';

const t = await openTestApp();
afterAll(() => t.close());

const path = '/system/user/profile/updatePwd';
const label = translate('zh', 'shell.password.fields.newPassword');
let count = 0;

/** Adds a user and logs in. */
async function arrive(): Promise<{ name: string; token: string }> {
  const name = `person-${count++}`;
  await addPerson(t, name, []);
  return { name, token: await t.login(name, personPassword) };
}

async function change(token: string, oldPassword: unknown, newPassword: unknown) {
  const { body } = await t.send('PUT', path, { token, json: { oldPassword, newPassword } });
  return body;
}

async function canLogIn(username: string, password: string): Promise<boolean> {
  const { body } = await t.send('POST', '/login', { json: { username, password } });
  return body.code === 200;
}

describe('changing the own password', () => {
  it('replaces the old one', async () => {
    const { name, token } = await arrive();
    expect((await change(token, personPassword, 'Brand-new-1')).code).toBe(200);
    expect(await canLogIn(name, personPassword)).toBe(false);
    expect(await canLogIn(name, 'Brand-new-1')).toBe(true);
  });

  it('ends the other sessions and keeps the current one', async () => {
    const { name, token } = await arrive();
    const elsewhere = await t.login(name, personPassword);
    const { token: stranger } = await arrive();
    await change(token, personPassword, 'Brand-new-1');
    const codeOf = async (of: string) => (await t.send('GET', '/getInfo', { token: of })).body.code;
    expect([await codeOf(token), await codeOf(elsewhere), await codeOf(stranger)]).toEqual([200, 401, 200]);
  });

  it.each([
    ['12345', 'field.min', 6],
    ['', 'field.min', 6],
    ['     ', 'field.min', 6],
    [undefined, 'field.min', 6],
    ['123456789012345678901', 'field.max', 20],
    ['x'.repeat(200), 'field.max', 20],
  ] as const)('rejects %j as a new one', async (password, key, limit) => {
    const { token } = await arrive();
    expect(await change(token, personPassword, password)).toEqual({
      code: 500,
      field: 'newPassword',
      msg: translate('zh', `errors.${key}`, { label, limit }),
    });
  });

  it('accepts 6 and 20 characters of any kind', async () => {
    const { name, token } = await arrive();
    expect((await change(token, personPassword, '澄空测站密码')).code).toBe(200);
    expect((await change(token, '澄空测站密码', `'"<>\\|;-- 0123456789`)).code).toBe(200);
    expect(await canLogIn(name, `'"<>\\|;-- 0123456789`)).toBe(true);
  });

  it('rejects a common one and one with the user name, without counting a failure', async () => {
    const { name, token } = await arrive();
    for (const [password, key] of [
      ['Password123!', 'password.common'],
      ['19900101', 'password.common'],
      [`${name}-88`, 'password.user_name'],
    ] as const) {
      const refused = { code: 500, field: 'newPassword', msg: translate('zh', `errors.${key}`) };
      for (let i = 0; i < 3; i++) expect(await change(token, 'guess', password)).toEqual(refused);
    }
    expect((await change(token, personPassword, 'Brand-new-1')).code).toBe(200);
  });

  it('rejects the same password', async () => {
    const { token } = await arrive();
    const expected = { code: 500, field: 'newPassword', msg: translate('zh', 'errors.auth.same_password') };
    expect(await change(token, personPassword, personPassword)).toEqual(expected);
  });

  it.each([['Wrong-one-1'], [''], [undefined]])('rejects the old password %j', async (given) => {
    const { name, token } = await arrive();
    const expected = {
      code: 500,
      field: 'oldPassword',
      msg: translate('zh', 'errors.auth.old_password_wrong'),
    };
    expect(await change(token, given, 'Brand-new-1')).toEqual(expected);
    expect(await canLogIn(name, personPassword)).toBe(true);
  });

  it('allows five wrong old passwords from all addresses together, shared with unlocking the screen', async () => {
    const { name, token } = await arrive();
    const tryOld = async (oldPassword: string, remoteAddress: string) => {
      const json = { oldPassword, newPassword: 'Brand-new-1' };
      return (await t.send('PUT', path, { token, json, remoteAddress })).body.msg;
    };
    const unlock = async (password: string, remoteAddress: string) =>
      (await t.send('POST', '/unlockscreen', { token, json: { password }, remoteAddress })).body;
    for (let i = 0; i < 3; i++)
      expect(await tryOld('guess', `10.7.0.${i}`)).toBe(translate('zh', 'errors.auth.old_password_wrong'));
    expect((await unlock('guess', '10.7.0.8')).msg).toBe(translate('zh', 'errors.auth.password_wrong'));
    const locked = translate('zh', 'errors.auth.user_locked', { count: 5, minutes: 10 });
    expect(await tryOld('guess', '10.7.0.9')).toBe(locked);
    expect(await tryOld(personPassword, '10.7.0.10')).toBe(locked);
    expect((await unlock(personPassword, '10.7.0.11')).msg).toBe(locked);
    // The owner can still log in.
    expect(await canLogIn(name, personPassword)).toBe(true);
    t.clock.advance(10.1);
    expect((await unlock(personPassword, '10.7.0.11')).code).toBe(200);
    expect((await change(token, personPassword, 'Brand-new-1')).code).toBe(200);
  });

  it('reads the passwords from the query, where 2.x puts them', async () => {
    const { name, token } = await arrive();
    const query = new URLSearchParams({ oldPassword: personPassword, newPassword: 'From query 1' });
    expect((await t.send('PUT', `${path}?${query}`, { token })).body.code).toBe(200);
    expect(await canLogIn(name, 'From query 1')).toBe(true);
  });

  it('affects only the caller, regardless of ids in the request', async () => {
    const { token } = await arrive();
    const victim = await arrive();
    const json = {
      oldPassword: personPassword,
      newPassword: 'Brand-new-1',
      userId: 1,
      userName: victim.name,
    };
    await t.send('PUT', `${path}?userId=1`, { token, json });
    expect(await canLogIn(victim.name, personPassword)).toBe(true);
    expect(await t.login()).toBeTruthy();
  });

  it('needs a session', async () => {
    const json = { oldPassword: personPassword, newPassword: 'Brand-new-1' };
    expect((await t.send('PUT', path, { json })).body.code).toBe(401);
  });

  it('is logged as an operation, without any password', async () => {
    const { name, token } = await arrive();
    await change(token, 'Mistaken-old-1', 'Secret-new-22');
    await change(token, personPassword, 'Secret-new-22');
    await Promise.all(t.app.background);
    const { rows } = await t.app.pool.query(
      'select status from sys_oper_log where oper_name = $1 order by status',
      [name],
    );
    expect(rows).toEqual([{ status: 0 }, { status: 1 }]);
    for (const [table, lines] of await dumpTables(t)) {
      for (const secret of ['Mistaken-old-1', 'Secret-new-22', personPassword])
        expect(lines.join('\n'), table).not.toContain(secret);
    }
  });
});

describe('a password', () => {
  const request = async (method: string, below: string, json: object) =>
    (await t.send(method, `/system/user${below}`, { json, token: await t.login() })).body;

  it.each([
    ['Passw0rd!', 'password.common'],
    ['Mina-2026', 'password.user_name'],
  ] as const)(
    '%s cannot be given by an administrator either, when a user is added and when it is reset',
    async (password, key) => {
      const refused = { code: 500, field: 'password', msg: translate('zh', `errors.${key}`) };
      expect(await request('POST', '', { userName: 'mina', nickName: 'x', password })).toEqual(refused);
      const { rows } = await t.app.pool.query(`select user_id from sys_user where user_name = 'mina'`);
      expect(rows).toEqual([]);
      const userId = await addPerson(t, 'mina', []);
      expect(await request('PUT', '/resetPwd', { userId, password })).toEqual(refused);
      expect(await canLogIn('mina', personPassword)).toBe(true);
      await t.app.pool.query('delete from sys_user where user_id = $1', [userId]);
    },
  );
});
