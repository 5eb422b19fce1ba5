import { afterAll, describe, expect, it } from 'vitest';
import { translate } from '../../../platform/texts.ts';
import { openTestApp } from '../../../testing/app.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';

const test = await openTestApp();
afterAll(() => test.close());
const setParameter = (key: string, value: string) =>
  test.app.pool.query('update sys_config set config_value = $2 where config_key = $1', [key, value]);
const getBody = async (path: string, token: string) => (await test.send('GET', path, { token })).body;

describe('the administrator role', () => {
  it('gives all permissions to every holder, not only to the first user', async () => {
    const userId = await addPerson(test, 'second', []);
    await test.app.pool.query('insert into sys_user_role values ($1, 1)', [userId]);
    const token = await test.login('second', personPassword);
    expect(await getBody('/getInfo', token)).toMatchObject({ roles: ['admin'], permissions: ['*:*:*'] });
    expect((await getBody('/getRouters', token))['data']).not.toEqual([]);
    expect((await getBody('/system/config/list', token)).code).toBe(200);
    expect((await getBody('/system/dict/type/list', token))['total']).toBeGreaterThan(5);
  });
});

describe('a user with a generated password', () => {
  it('can call what the profile page needs; every other request gets one error', async () => {
    const userId = await addPerson(test, 'new', [{ permissions: ['*:*:*'] }]);
    await test.app.pool.query('update sys_user set must_change_password = true where user_id = $1', [userId]);
    const token = await test.login('new', personPassword);
    const done = { code: 200, msg: translate('zh', 'server.done') };
    expect(await getBody('/getInfo', token)).toMatchObject({ ...done, isDefaultModifyPwd: true });
    expect(await getBody('/getRouters', token)).toMatchObject({ ...done, data: expect.any(Array) });
    const profile = await getBody('/system/user/profile', token);
    expect(profile).toMatchObject({ ...done, data: { userName: 'new' } });
    for (const path of ['/system/dict/data/type/sys_user_sex', '/system/dict/data/dictType/sys_user_sex'])
      expect((await getBody(path, token))['data']).toHaveLength(3);

    const refused = { code: 403, msg: translate('zh', 'errors.auth.must_change_password') };
    const open = [
      'GET /getInfo',
      'GET /getRouters',
      'GET /system/user/profile',
      'GET /system/dict/data/type/:dictType',
      'PUT /system/user/profile/updatePwd',
      // The error reports of the page itself.
      'POST /log/error',
    ];
    const guarded = test.app.endpoints.filter(({ access }) => access !== 'public');
    for (const { method, path } of guarded) {
      const name = `${method} ${path}`;
      if (open.includes(name)) continue;
      const { body } = await test.send(method, path.replace(/:\w+/g, '1'), { token });
      expect({ name, ...body }).toEqual({ name, ...refused });
    }
    const json = { oldPassword: personPassword, newPassword: 'Fresh-horse-3' };
    const changed = await test.send('PUT', '/system/user/profile/updatePwd', { token, json });
    expect(changed.body.code).toBe(200);
    expect((await getBody('/system/post/list', token)).code).toBe(200);
  });

  it('can keep it if the parameter does not require a change', async () => {
    const userId = await addPerson(test, 'trusted', [{ permissions: ['system:post:list'] }]);
    await test.app.pool.query('update sys_user set must_change_password = true where user_id = $1', [userId]);
    const token = await test.login('trusted', personPassword);
    expect((await getBody('/system/post/list', token)).code).toBe(403);
    await setParameter('sys.account.initPasswordModify', '0');
    expect((await getBody('/system/post/list', token)).code).toBe(200);
    expect((await getBody('/getInfo', token))['isDefaultModifyPwd']).toBe(false);
    await setParameter('sys.account.initPasswordModify', '1');
    expect((await getBody('/system/post/list', token)).code).toBe(403);
  });
});

describe('a user with an old password', () => {
  it.each([
    ['90', 89, false],
    ['90', 91, true],
    ['1', 2, true],
    ['0', 9999, false],
    ['', 9999, false],
    ['-1', 9999, false],
    ['soon', 9999, false],
    ['999999999999', 9999, false],
  ])('is rejected or not, with %j days allowed, after %i', async (allowed, age, isExpired) => {
    const name = `old ${allowed} ${age}`;
    const userId = await addPerson(test, name, [{ permissions: ['system:post:list'] }]);
    const token = await test.login(name, personPassword);
    const older = `update sys_user set password_time = limpid_now() - make_interval(days => $2) where user_id = $1`;
    await test.app.pool.query(older, [userId, age]);
    await setParameter('sys.account.passwordValidateDays', allowed);
    expect((await getBody('/getInfo', token))['isPasswordExpired']).toBe(isExpired);
    const refused = { code: 403, msg: translate('zh', 'errors.auth.password_expired') };
    expect(await getBody('/system/post/list', token)).toMatchObject(isExpired ? refused : { code: 200 });
    expect((await getBody('/getRouters', token)).code).toBe(200);
    await setParameter('sys.account.passwordValidateDays', '0');
  });

  it('that was never changed counts from the creation of the account', async () => {
    const userId = await addPerson(test, 'ancient', []);
    const token = await test.login('ancient', personPassword);
    const older = `update sys_user set password_time = null, create_time = limpid_now() - interval '1 year' where user_id = $1`;
    await test.app.pool.query(older, [userId]);
    await setParameter('sys.account.passwordValidateDays', '300');
    expect((await getBody('/getInfo', token))['isPasswordExpired']).toBe(true);
    await setParameter('sys.account.passwordValidateDays', '0');
  });
});
