import { afterAll, describe, expect, it } from 'vitest';
import { translate } from '../../../platform/texts.ts';
import { openTestApp } from '../../../testing/app.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';

const t = await openTestApp();
afterAll(() => t.close());

const expired = { code: 401, msg: translate('zh', 'errors.auth.expired') };
const info = async (token: string) => (await t.send('GET', '/getInfo', { token })).body;

describe('getInfo', () => {
  it('returns all permissions for the super administrator', async () => {
    expect(await info(await t.login())).toEqual({
      code: 200,
      msg: translate('zh', 'server.done'),
      user: {
        userId: 1,
        userName: 'admin',
        nickName: 'admin',
        avatar: '',
        deptId: 100,
        deptName: 'Limpid',
        dept: { deptId: 100, deptName: 'Limpid', leader: null },
        roles: [
          {
            roleId: 1,
            roleName: '管理员',
            roleKey: 'admin',
            roleSort: 1,
            dataScope: '1',
            status: '0',
            admin: true,
          },
        ],
      },
      roles: ['admin'],
      permissions: ['*:*:*'],
      isDefaultModifyPwd: false,
      isPasswordExpired: false,
      choices: {},
      zone: 'Asia/Shanghai',
    });
  });

  it('lists the keys of the user’s roles, and each permission once', async () => {
    await addPerson(t, 'lin', [
      { permissions: ['system:post:list', 'system:post:query'] },
      { permissions: ['system:post:list, system:post:export'] },
    ]);
    const body = await info(await t.login('lin', personPassword));
    expect(new Set(body['roles'] as string[])).toEqual(new Set(['role of lin', 'role of lin (2)']));
    expect([...(body['permissions'] as string[])].sort()).toEqual([
      'system:post:export',
      'system:post:list',
      'system:post:query',
    ]);
  });

  it('returns no permissions for a user without roles', async () => {
    await addPerson(t, 'new', []);
    expect(await info(await t.login('new', personPassword))).toMatchObject({ roles: [], permissions: [] });
  });

  it('contains only fields of the contract, and no password', async () => {
    const { user } = await info(await t.login());
    expect(Object.keys(user as object).sort()).toEqual(
      ['avatar', 'dept', 'deptId', 'deptName', 'nickName', 'roles', 'userId', 'userName'].sort(),
    );
  });

  it.each([
    ['the role is stopped', `update sys_role set status = '1' where role_key = 'role of $who'`],
    ['the role is deleted', `update sys_role set del_flag = '2' where role_key = 'role of $who'`],
    ['the role is taken away', `delete from sys_user_role where user_id = $id`],
    [
      'the menu is stopped',
      `update sys_menu set status = '1' where menu_id in (select menu_id from sys_role_menu
       where role_id in (select role_id from sys_user_role where user_id = $id))`,
    ],
  ])('changes at once when %s', async (what, statement) => {
    const who = what.replaceAll(' ', '-');
    const id = await addPerson(t, who, [{ permissions: ['system:post:list'] }]);
    const token = await t.login(who, personPassword);
    expect((await info(token))['permissions']).toEqual(['system:post:list']);
    expect((await t.send('GET', '/system/post/list', { token })).body.code).toBe(200);
    await t.app.pool.query(statement.replace('$who', who).replace('$id', String(id)));
    expect((await info(token))['permissions']).toEqual([]);
    expect((await t.send('GET', '/system/post/list', { token })).body.code).toBe(403);
  });
});

describe('a session', () => {
  it('ends half an hour after its last use', async () => {
    await addPerson(t, 'idle', []);
    const token = await t.login('idle', personPassword);
    t.clock.advance(29.9);
    expect((await info(token)).code).toBe(200);
    t.clock.advance(29.9);
    expect((await info(token)).code).toBe(200);
    t.clock.advance(30.1);
    expect(await info(token)).toEqual(expired);
  });

  it('does not revive when the clock goes back', async () => {
    const token = await t.login('idle', personPassword);
    t.clock.advance(30.1);
    expect(await info(token)).toEqual(expired);
    expect(await info(token)).toEqual(expired);
  });

  it.each([
    ['stopped', `status = '1'`],
    ['deleted', `del_flag = '2'`],
  ])('is invalid once its user is %s', async (what, set) => {
    await addPerson(t, what, []);
    const token = await t.login(what, personPassword);
    await t.app.pool.query(`update sys_user set ${set} where user_name = $1`, [what]);
    expect(await info(token)).toEqual(expired);
  });

  it('is one of several: a user may be logged in twice', async () => {
    const tokens = [await t.login('idle', personPassword), await t.login('idle', personPassword)];
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect((await info(token)).code).toBe(200);
  });

  it('is stored as a hash only', async () => {
    const token = await t.login('idle', personPassword);
    const { rows } = await t.app.pool.query(`select encode(token_hash, 'hex') as hash from session`);
    for (const { hash } of rows) {
      expect((await info(hash.slice(0, 43))).code).toBe(401);
      expect((await info(Buffer.from(hash, 'hex').toString('base64url'))).code).toBe(401);
    }
    expect((await info(token)).code).toBe(200);
  });
});

describe('the public information', () => {
  it('contains only what a login page needs', async () => {
    await t.app.pool.query(`update personalization set home_fr_title = 'Air de Lyon'`);
    const { body } = await t.send('GET', '/api/v1/sys/info');
    expect(body).toEqual({
      code: 200,
      msg: translate('zh', 'server.done'),
      data: {
        homeZhTitle: null,
        homeEnTitle: null,
        homeFrTitle: 'Air de Lyon',
        mapZhTitle: null,
        mapEnTitle: null,
        mapFrTitle: null,
        homeLogo: null,
        loginBackground: null,
        loginUrl: null,
        mapApproval: null,
        appDownload: null,
        canRegister: false,
        canBind: false,
      },
    });
  });

  it('does not include the overview, which needs a session', async () => {
    expect((await t.send('GET', '/api/v1/sys/overview')).body.code).toBe(401);
    await addPerson(t, 'counting', [{ permissions: ['system:post:list'] }]);
    const token = await t.login('counting', personPassword);
    const { body } = await t.send('GET', '/api/v1/sys/overview', { token });
    expect(body['data']).toMatchObject({
      counts: [{ name: 'post', count: 0, path: '/system/post' }],
      zone: 'Asia/Shanghai',
    });
    expect(body['data']).not.toHaveProperty('version');
  });
});
