import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { translate } from '../../../platform/texts.ts';
import { openTestApp } from '../../../testing/app.ts';
import { adminPassword } from '../../../testing/connection.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';

const t = await openTestApp();
afterAll(() => t.close());
beforeEach(async () => {
  await setParameter('sys.account.registerUser', 'true');
  await t.app.pool.query('truncate login_failure, sys_logininfor');
});

const password = 'Newcomer-7';
const label = (field: string) => translate('zh', `shell.login.fields.${field}`);

async function setParameter(key: string, value: string): Promise<void> {
  await t.app.pool.query('update sys_config set config_value = $2 where config_key = $1', [key, value]);
  await t.app.parameters.clear();
}

async function drawCaptcha(): Promise<{ uuid: string; code: string }> {
  const { body } = await t.send('GET', '/captchaImage?purpose=register');
  const uuid = String(body['uuid']);
  const { rows } = await t.app.pool.query('select answer from captcha where uuid = $1', [uuid]);
  return { uuid, code: rows[0].answer };
}

async function register(username: string, given: object = {}, remoteAddress = '10.2.0.1') {
  const json = { username, password, ...(await drawCaptcha()), ...given };
  return (await t.send('POST', '/register', { json, remoteAddress })).body;
}

async function canRegister(): Promise<unknown> {
  const { body } = await t.send('GET', '/api/v1/sys/info');
  return (body['data'] as { canRegister: unknown }).canRegister;
}

describe('registration', () => {
  it('is closed unless a parameter opens it, which is public', async () => {
    expect(await canRegister()).toBe(true);
    for (const value of ['false', '', 'TRUE']) {
      await setParameter('sys.account.registerUser', value);
      expect(await register('early')).toEqual({ code: 500, msg: errorText('registration.closed') });
      expect(await canRegister()).toBe(false);
    }
    const { rowCount } = await t.app.pool.query(`select from sys_user where user_name = 'early'`);
    expect(rowCount).toBe(0);
  });

  it('adds a user who can log in and has no permissions', async () => {
    expect((await register(' 新来的 ')).code).toBe(200);
    const token = await t.login('新来的', password);
    const { body } = await t.send('GET', '/getInfo', { token });
    expect(body).toMatchObject({
      user: { userName: '新来的', nickName: '新来的', deptId: null },
      roles: [],
      permissions: [],
      isDefaultModifyPwd: false,
    });
    expect((await t.send('GET', '/getRouters', { token })).body['data']).toEqual([]);
    expect((await t.send('GET', '/system/post/list', { token })).body.code).toBe(403);
  });

  it('reads only name and password from the body', async () => {
    const given = { userId: 1, deptId: 100, roleIds: [1], status: '1', nickName: 'admin', delFlag: '2' };
    expect((await register('modest', given)).code).toBe(200);
    const { rows } = await t.app.pool.query(
      `select nick_name, dept_id, status, del_flag, must_change_password, create_by,
        (select count(*) from sys_user_role r where r.user_id = u.user_id) as roles
      from sys_user u where user_name = 'modest'`,
    );
    expect(rows).toEqual([
      {
        nick_name: 'modest',
        dept_id: null,
        status: '0',
        del_flag: '0',
        must_change_password: false,
        create_by: 'modest',
        roles: 0,
      },
    ]);
  });

  it.each([
    ['a', 'field.min', { limit: 2 }],
    ['x'.repeat(21), 'field.max', { limit: 20 }],
    ['<b>bold</b>', 'field.pattern', {}],
    ['two words', 'field.pattern', {}],
    ['adm\u200bin', 'field.pattern', {}],
    ['', 'field.required', {}],
  ])('rejects the name "%s"', async (name, key, params) => {
    expect(await register(name)).toEqual({
      code: 500,
      msg: errorText(key, { label: label('username'), ...params }),
      field: 'username',
    });
  });

  it.each(['admin', 'Admin', 'ADMIN', 'ａｄｍｉｎ'])('rejects "%s", which is taken', async (name) => {
    const taken = errorText('field.taken', { label: label('username') });
    expect(await register(name)).toEqual({ code: 500, msg: taken, field: 'username' });
    expect(await t.login('admin', adminPassword)).toBeTruthy();
  });

  it.each([
    ['sуstem', 'user.name_reserved'],
    ['demo', 'user.name_reserved'],
    ['аdmin', 'user.name_reserved'],
    ['WaIly', 'user.name_alike'],
  ])('rejects "%s": %s', async (name, key) => {
    await t.app.pool.query(
      `insert into sys_user (user_name, nick_name, password)
       select 'waLly', 'x', 'x' where not exists (select from sys_user where user_name = 'waLly')`,
    );
    expect(await register(name)).toEqual({ code: 500, msg: errorText(key, { name }), field: 'username' });
  });

  it('accepts the name of a deleted user', async () => {
    await register('leaver');
    await t.app.pool.query(`update sys_user set del_flag = '2' where user_name = 'leaver'`);
    expect((await register('leaver')).code).toBe(200);
  });

  it('gives a name to only one of many concurrent requests', async () => {
    const names = ['rush', 'Rush', 'RUSH', 'rush', 'rUsh'];
    const responses = await Promise.all(names.map((name) => register(name)));
    expect(responses.filter(({ code }) => code === 200).length).toBe(1);
    const { rowCount } = await t.app.pool.query(`select from sys_user where lower(user_name) = 'rush'`);
    expect(rowCount).toBe(1);
  });

  it.each([
    ['12345', 'field.min', 6],
    ['x'.repeat(21), 'field.max', 20],
  ])('rejects the password %s', async (bad, key, limit) => {
    const msg = errorText(key, { label: label('password'), limit });
    expect(await register('hasty', { password: bad })).toEqual({ code: 500, msg, field: 'password' });
  });
});

it.each([
  ['Qwerty123', 'password.common'],
  ['hasty-2026', 'password.user_name'],
])('refuses the password %s: %s', async (bad, key) => {
  const refused = { code: 500, msg: errorText(key), field: 'password' };
  expect(await register('hasty', { password: bad })).toEqual(refused);
});

describe('a user whom an administrator adds', () => {
  let token: string;
  beforeAll(async () => {
    token = await t.login();
  });
  const request = async (method: string, json: object) =>
    (await t.send(method, '/system/user', { json, token })).body;

  it.each([
    'system',
    'SYSTEM',
    'sуstem',
    'ｓｙｓｔｅｍ',
    'sy5tem',
    's.y.s.t.e.m',
    'ѕуѕтем',
    'demo',
    'dеmо',
    'root',
    'r00t',
    'Ｒoοt',
    'ѕuреrusеr',
    'ΑDΜΙΝistrator',
    'systéme',
    '系统管理员',
    'adrnin',
    'systern',
    'SysTern',
    'adr.nin',
    'røøt',
    'demø',
    'đemo',
    'clemo',
    'vvebmaster',
  ])('cannot have the reserved name %s', async (userName) => {
    const refused = {
      code: 500,
      field: 'userName',
      msg: errorText('user.name_reserved', { name: userName }),
    };
    expect(await request('POST', { userName, nickName: 'x' })).toEqual(refused);
  });

  it('with an earlier reserved name keeps working, and cannot be renamed', async () => {
    const userId = await addPerson(t, 'demo', []);
    expect(await t.login('demo', personPassword)).toBeTruthy();
    const json = { userId, userName: 'root', nickName: 'Demo', deptId: 100 };
    expect((await request('PUT', json)).code).toBe(200);
    const { rows } = await t.app.pool.query('select user_name, nick_name from sys_user where user_id = $1', [
      userId,
    ]);
    expect(rows).toEqual([{ user_name: 'demo', nick_name: 'Demo' }]);
    await t.app.pool.query('delete from sys_user where user_id = $1', [userId]);
  });

  it('cannot have a name that looks like another', async () => {
    expect((await request('POST', { userName: 'paul.o', nickName: 'x' })).code).toBe(200);
    for (const userName of ['pаul.o', 'pauI.o', 'paul.0', 'ρaul.ο', 'ᴘaul.o']) {
      const refused = { code: 500, field: 'userName', msg: errorText('user.name_alike', { name: userName }) };
      expect(await request('POST', { userName, nickName: 'x' })).toEqual(refused);
    }
    expect((await request('POST', { userName: 'wim-drum', nickName: 'x' })).code).toBe(200);
    for (const userName of ['vvim-drum', 'wirn-drum', 'wim-clrum', 'vvirn-clrurn']) {
      const refused = { code: 500, field: 'userName', msg: errorText('user.name_alike', { name: userName }) };
      expect(await request('POST', { userName, nickName: 'x' })).toEqual(refused);
    }
    for (const userName of ['paul-o', 'рома', 'rené', 'rene'])
      expect((await request('POST', { userName, nickName: 'x' })).code).toBe(200);
  });
});

describe('the captcha of a registration', () => {
  it('is required even if the login needs none', async () => {
    expect((await t.send('GET', '/captchaImage')).body['captchaEnabled']).toBe(false);
    const expired = { code: 500, msg: errorText('auth.captcha_expired'), field: 'code' };
    expect(await register('robot', { uuid: undefined, code: undefined })).toEqual(expired);
    const captcha = await drawCaptcha();
    const wrong = { code: 500, msg: errorText('auth.captcha_wrong'), field: 'code' };
    expect(await register('robot', { ...captcha, code: '-1' })).toEqual(wrong);
    expect(await register('robot', captcha)).toEqual(expired);
  });
});

describe('many registrations', () => {
  it('from one address are limited to twenty, not from another', async () => {
    for (let i = 0; i < 20; i++) expect((await register('admin', {}, '10.2.0.9')).code).toBe(500);
    const stopped = await register('twentyfirst', {}, '10.2.0.9');
    expect(stopped).toMatchObject({ code: 429, msg: errorText('request.too_many', { seconds: 600 }) });
    expect((await register('elsewhere', {}, '10.2.0.10')).code).toBe(200);
    t.clock.advance(10.1);
    expect((await register('twentyfirst', {}, '10.2.0.9')).code).toBe(200);
  });

  it('are also limited per minute', async () => {
    const limited = await openTestApp({}, { connection: t.connection, limited: true });
    const codes: number[] = [];
    for (let i = 0; i < 11; i++)
      codes.push((await limited.send('POST', '/register', { json: {} })).body.code);
    expect(codes).toEqual([...Array<number>(10).fill(500), 429]);
    await limited.close();
  });

  it('are rejected from a blacklisted address', async () => {
    await setParameter('sys.login.blackIPList', '10.2.7.*');
    const refused = { code: 500, msg: errorText('auth.address_refused') };
    expect(await register('outsider', {}, '10.2.7.7')).toEqual(refused);
    await setParameter('sys.login.blackIPList', '');
  });
});

it('is logged as login and as operation, without the password', async () => {
  await t.app.pool.query('truncate sys_oper_log');
  await register('logged');
  await Promise.all(t.app.background);
  const logins = await t.app.pool.query('select user_name, status, msg from sys_logininfor');
  expect(logins.rows).toEqual([{ user_name: 'logged', status: '0', msg: 'server.registered' }]);
  const { rows } = await t.app.pool.query('select title, business_type, oper_param from sys_oper_log');
  expect(rows).toMatchObject([{ title: 'shell.register.title', business_type: 1 }]);
  expect(rows[0].oper_param).toContain('logged');
  expect(rows[0].oper_param).not.toContain(password);
});
