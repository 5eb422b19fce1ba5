import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type JsonFields,
  responseList,
  responseRows,
} from '../../../../tests/compatibility/family-client.fixture.ts';
import { translate } from '../../../platform/texts.ts';
import { openTestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';

const t = await openTestApp();
const token = await t.login();
afterAll(() => t.close());

const path = '/system/user';
const label = (field: string) => translate('zh', `system.user.fields.${field}`);

async function send(method: string, below = '', json?: JsonFields, as = token) {
  return (await t.send(method, path + below, { token: as, json })).body;
}

/** 100 ─ 110 ─ 111, 100 ─ 120. */
beforeAll(async () => {
  await addDepartment(t, 110, 100, [0, 100]);
  await addDepartment(t, 111, 110, [0, 100, 110]);
  await addDepartment(t, 120, 100, [0, 100]);
  await t.app.pool.query(
    `insert into sys_post (post_id, post_code, post_name) values (1, 'a', '甲'), (2, 'b', '乙')`,
  );
});

async function add(userName: string, more: JsonFields = {}): Promise<number> {
  const body = await send('POST', '', { userName, nickName: userName, deptId: 110, ...more });
  expect(body.code, body.msg).toBe(200);
  return (body['data'] as { userId: number }).userId;
}

async function addRole(roleName: string, permissions: string[], dataScope = '5'): Promise<number> {
  const { rows } = await t.app.pool.query(
    `with role as (insert into sys_role (role_name, role_key, data_scope) values ($1, $1, $2) returning role_id),
      menus as (insert into sys_menu (menu_name, menu_type, perms) select p, 'F', p from unnest($3::text[]) p
        returning menu_id),
      links as (insert into sys_role_menu select role_id, menu_id from role, menus)
    select role_id from role`,
    [roleName, dataScope, permissions],
  );
  return rows[0].role_id;
}

const read = (userId: number) => send('GET', `/${userId}`);
const dataOf = (body: JsonFields) => body['data'] as JsonFields;
const canLogIn = (userName: string, password: string) =>
  t.login(userName, password).then(
    () => true,
    () => false,
  );

describe('a user', () => {
  it('is added with roles and posts, read with the options of the form, changed and deleted', async () => {
    const userId = await add('mei', {
      email: 'mei@example.org',
      phonenumber: '13800000001',
      sex: '1',
      remark: '夜班',
      roleIds: [2],
      postIds: [1],
      password: 'Mei-first-1',
    });
    const body = await read(userId);
    expect(dataOf(body)).toEqual({
      userId,
      userName: 'mei',
      nickName: 'mei',
      deptId: 110,
      deptName: 'department 110',
      dept: { deptId: 110, deptName: 'department 110', leader: null },
      leader: null,
      phonenumber: '13800000001',
      email: 'mei@example.org',
      sex: '1',
      status: '0',
      roleIds: [2],
      postIds: [1],
      remark: '夜班',
      avatar: null,
      postNames: '甲',
      roleNames: '值班员',
      locked: '0',
      loginIp: null,
      loginDate: null,
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      createBy: 'admin',
      updateBy: null,
      updateTime: null,
    });
    expect(body).toMatchObject({ roleIds: [2], postIds: [1] });
    expect(listed(body, 'roles').map(({ roleId, flag }) => [roleId, flag])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
    expect(listed(body, 'posts').map(({ postId }) => postId)).toEqual([1, 2]);

    const changes = { nickName: '小梅', deptId: 120, email: '', roleIds: [3], postIds: [] };
    expect(await send('PUT', '', { ...dataOf(body), userName: 'other', ...changes })).toMatchObject({
      code: 200,
    });
    expect(dataOf(await read(userId))).toMatchObject({
      userName: 'mei',
      nickName: '小梅',
      deptName: 'department 120',
      email: null,
      roleIds: [3],
      postIds: [],
    });
    expect((await send('DELETE', `/${userId}`)).code).toBe(200);
    expect(await read(userId)).toEqual({ code: 500, msg: errorText('row.gone') });
    const links = 'select (select count(*) from sys_user_role where user_id = $1) as roles';
    expect((await t.app.pool.query(links, [userId])).rows).toEqual([{ roles: 0 }]);
  });

  it('keeps roles and posts that a change does not contain', async () => {
    const userId = await add('kept', { roleIds: [2], postIds: [2] });
    await send('PUT', '', { userId, userName: 'kept', nickName: 'kept' });
    expect(dataOf(await read(userId))).toMatchObject({ roleIds: [2], postIds: [2], deptId: 110 });
  });

  it('is never returned with a password', async () => {
    const userId = await add('silent', { password: 'Quiet-lake-9' });
    for (const below of ['/list?userName=silent', `/${userId}`, `/authRole/${userId}`])
      expect(JSON.stringify(await send('GET', below))).not.toMatch(/argon2|password/i);
  });

  it('without a given password gets one that is returned once and must be changed', async () => {
    const body = await send('POST', '', { userName: 'told', nickName: 'told' });
    const { password } = body['data'] as { password: string };
    expect(password).toMatch(/^\w{16}$/);
    const own = await t.login('told', password);
    expect((await t.send('GET', '/getInfo', { token: own })).body).toMatchObject({
      isDefaultModifyPwd: true,
    });
    const { rows } = await t.app.pool.query('select oper_param, json_result from sys_oper_log');
    expect(JSON.stringify(rows)).not.toContain(password);
  });

  it('with a given password is added without returning it', async () => {
    const body = await send('POST', '', { userName: 'given', nickName: 'given', password: 'Given-word-1' });
    expect(body['data']).toEqual({ userId: expect.any(Number) });
    expect(await canLogIn('given', 'Given-word-1')).toBe(true);
  });

  it('without a department gets that of the caller', async () => {
    expect(dataOf(await read(await add('placed', { deptId: undefined })))).toMatchObject({ deptId: 100 });
  });

  it('frees name, phone and e-mail when deleted', async () => {
    const facts = { phonenumber: '13800000002', email: 'again@example.org', password: 'First-one-1' };
    const first = await add('again', facts);
    await send('DELETE', `/${first}`);
    expect(await canLogIn('again', 'First-one-1')).toBe(false);
    const second = await add('again', { ...facts, email: 'AGAIN@example.org' });
    expect(second).not.toBe(first);
  });

  it.each<[string, JsonFields, string]>([
    ['登录账号已存在: a user name', { userName: 'taken' }, 'userName'],
    ['a user name in other letters', { userName: 'ＴＡＫＥＮ' }, 'userName'],
    ['手机号码已存在: a phone', { phonenumber: '13800000003' }, 'phonenumber'],
    ['邮箱账号已存在: an e-mail', { email: 'Taken@example.org' }, 'email'],
  ])('%s that is taken is rejected at its field, when added and when changed', async (_, same, field) => {
    const facts = { userName: 'taken', phonenumber: '13800000003', email: 'taken@example.org' };
    if (!responseRows(await send('GET', '/list?userName=taken')).length) await add('taken', facts);
    const taken = { code: 500, field, msg: errorText('field.taken', { label: label(field) }) };
    expect(await send('POST', '', { userName: 'newcomer', nickName: 'n', ...same })).toEqual(taken);
    if (field === 'userName') return;
    const userId = await add(`other-${field}`);
    expect(await send('PUT', '', { userId, userName: 'x', nickName: 'n', ...same })).toEqual(taken);
  });

  it.each<[problem: string, values: JsonFields, field: string, key: string, params?: object]>([
    ['no name', { userName: '' }, 'userName', 'required'],
    ['a name with markup', { userName: '<b>x</b>' }, 'userName', 'pattern'],
    ['a name with a space', { userName: 'a b' }, 'userName', 'pattern'],
    ['a name of 31 characters', { userName: 'x'.repeat(31) }, 'userName', 'max', { limit: 30 }],
    ['no nickname', { nickName: ' ' }, 'nickName', 'required'],
    ['an e-mail without @', { email: 'nobody' }, 'email', 'pattern'],
    ['a phone in letters', { phonenumber: 'call me' }, 'phonenumber', 'pattern'],
    ['a sex that is none', { sex: '7' }, 'sex', 'choice'],
    ['a department that does not exist', { deptId: 999 }, 'deptId', 'choice'],
    ['a department that is stopped', { deptId: 130 }, 'deptId', 'choice'],
    ['a role that does not exist', { roleIds: [999] }, 'roleIds', 'choice'],
    ['a post that does not exist', { postIds: [1, 999] }, 'postIds', 'choice'],
    ['a password of 5 characters', { password: '12345' }, 'password', 'min', { limit: 6 }],
    ['a password of 21 characters', { password: 'x'.repeat(21) }, 'password', 'max', { limit: 20 }],
    ['a name with an invisible letter', { userName: 'me\u3164i' }, 'userName', 'pattern'],
    ['roles in words', { roleIds: ['admin'] }, 'roleIds', 'integer'],
  ])(
    'with %s is refused, the field is named and nothing is stored',
    async (_, values, field, key, params) => {
      await t.app.pool.query(
        `insert into sys_dept (dept_id, parent_id, ancestors, dept_name, status)
      values (130, 100, '{0,100}', 'stopped', '1') on conflict do nothing`,
      );
      const body = await send('POST', '', { userName: 'wrong', nickName: 'wrong', ...values });
      const own = errorText(`field.${key}`, { label: label(field), ...params });
      const patterned = key === 'pattern' ? label(`${field}_pattern`) : own;
      expect(body).toMatchObject({ code: 500, field });
      expect([own, patterned]).toContain(body.msg);
      expect(responseRows(await send('GET', '/list?userName=wrong'))).toEqual([]);
    },
  );
});

const listed = (body: JsonFields, name: string) => body[name] as JsonFields[];

describe('the list of users', () => {
  beforeAll(async () => {
    await add('list-lin', { deptId: 110, phonenumber: '139 1111' });
    await add('list-max', { deptId: 111, status: '1' });
    await add('list-LEO', { deptId: 120 });
  });
  const names = async (query: string, as = token) =>
    responseRows(await send('GET', `/list?${query}`, undefined, as)).map(({ userName }) => userName);

  it.each([
    ['userName=list-', ['list-lin', 'list-max', 'list-LEO']],
    ['userName=LIST-l', ['list-lin', 'list-LEO']],
    ['userName=list-&deptId=110', ['list-lin', 'list-max']],
    ['userName=list-&deptId=111', ['list-max']],
    ['userName=list-&deptId=100', ['list-lin', 'list-max', 'list-LEO']],
    ['userName=list-&deptId=999', []],
    ['userName=list-&status=1', ['list-max']],
    ['phonenumber=9 11', ['list-lin']],
    // Searches of one or two letters work too, regardless of case.
    ['userName=lI&deptId=110', ['list-lin', 'list-max']],
    ['userName=sT&deptId=110', ['list-lin', 'list-max']],
    ['userName=X&deptId=110', ['list-max']],
    ['userName=eo&deptId=120', ['list-LEO']],
    ['userName=l_&deptId=110', []],
    ['phonenumber=39&deptId=110', ['list-lin']],
    ['phonenumber=13&deptId=111', []],
    ['userId=1', ['admin']],
    ['userName=list-&orderByColumn=createTime&isAsc=descending', ['list-LEO', 'list-max', 'list-lin']],
    ['userName=list-&orderByColumn=password&isAsc=descending', ['list-lin', 'list-max', 'list-LEO']],
    ['userName=list-&params[beginTime]=2020-01-01&params[endTime]=2020-01-02', []],
  ])('asked with %s shows %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('counts users by department within the data scope', async () => {
    await addPerson(t, 'counter', [{ permissions: ['system:user:list'], dataScope: '3' }], 120);
    const mine = await t.login('counter', personPassword);
    const count = async (as: string, deptId: number) =>
      responseList(await send('GET', '/deptCounts', undefined, as)).find((row) => row['deptId'] === deptId)?.[
        'count'
      ];
    expect(await count(token, 111)).toBe(1);
    expect(await count(mine, 120)).toBe((await names('deptId=120')).length);
    expect(await count(mine, 111)).toBeUndefined();
  });
});

describe('a reset of a password', () => {
  it('ends all sessions of the user at once, and requires a change', async () => {
    const userId = await add('resets', { password: 'Before-it-1' });
    const own = await t.login('resets', 'Before-it-1');
    const body = await send('PUT', '/resetPwd', { userId, password: 'After-it-2' });
    expect(body).toMatchObject({ code: 200, data: { userId } });
    expect(body['data']).not.toHaveProperty('password');
    expect((await t.send('GET', '/getInfo', { token: own })).body.code).toBe(401);
    expect(await canLogIn('resets', 'Before-it-1')).toBe(false);
    const again = await t.login('resets', 'After-it-2');
    expect((await t.send('GET', '/getInfo', { token: again })).body['isDefaultModifyPwd']).toBe(true);
  });

  it('generates a password that is returned once, unless one is given', async () => {
    const userId = await add('resets2', { password: 'Before-it-1' });
    const { data } = await send('PUT', '/resetPwd', { userId });
    expect(await canLogIn('resets2', (data as { password: string }).password)).toBe(true);
  });

  it('unlocks the account', async () => {
    const userId = await add('resets3', { password: 'Before-it-1' });
    for (let i = 0; i < 5; i++) await canLogIn('resets3', 'wrong-word');
    expect(responseRows(await send('GET', '/list?userName=resets3'))[0]).toMatchObject({ locked: '1' });
    await send('PUT', '/resetPwd', { userId, password: 'After-it-2' });
    expect(responseRows(await send('GET', '/list?userName=resets3'))[0]).toMatchObject({ locked: '0' });
    expect(await canLogIn('resets3', 'After-it-2')).toBe(true);
  });

  it.each([
    ['too short', '12345', 'field.min', { limit: 6 }],
    ['too long', 'x'.repeat(21), 'field.max', { limit: 20 }],
  ])('rejects %s', async (_, password, key, params) => {
    const userId = await add(`resets-${key}`.replace('.', '-'));
    expect(await send('PUT', '/resetPwd', { userId, password })).toEqual({
      code: 500,
      field: 'password',
      msg: errorText(key, { label: label('password'), ...params }),
    });
  });
});

describe('a disabled user', () => {
  it('is rejected at the next request, and can log in again when enabled', async () => {
    const userId = await add('stopped', { password: 'Quiet-lake-9' });
    const own = await t.login('stopped', 'Quiet-lake-9');
    expect((await send('PUT', '/changeStatus', { userId, status: '1' })).code).toBe(200);
    expect((await t.send('GET', '/getInfo', { token: own })).body.code).toBe(401);
    expect(await canLogIn('stopped', 'Quiet-lake-9')).toBe(false);
    await send('PUT', '/changeStatus', { userId, status: '0' });
    expect((await t.send('GET', '/getInfo', { token: own })).body.code).toBe(401);
    expect(await canLogIn('stopped', 'Quiet-lake-9')).toBe(true);
  });

  it('accepts only two values of the status', async () => {
    expect(await send('PUT', '/changeStatus', { userId: 2, status: '7' })).toMatchObject({
      code: 500,
      field: 'status',
    });
  });
});

describe('roles of a user', () => {
  it('are listed with the assigned ones marked, and replaced', async () => {
    const userId = await add('roles', { roleIds: [2] });
    const shown = await send('GET', `/authRole/${userId}`);
    expect(shown['user']).toMatchObject({ userName: 'roles', deptName: 'department 110' });
    const held = listed(shown, 'roles').filter(({ flag }) => flag);
    expect(held.map(({ roleId }) => roleId)).toEqual([2]);
    expect((await send('PUT', `/authRole?userId=${userId}&roleIds=3,2`)).code).toBe(200);
    expect(dataOf(await read(userId))['roleIds']).toEqual([2, 3]);
    await send('PUT', `/authRole?userId=${userId}&roleIds=`);
    expect(dataOf(await read(userId))['roleIds']).toEqual([]);
  });

  it('include the administrator role only for administrators and user 1', async () => {
    await addPerson(t, 'clerk', [{ permissions: ['system:user:query'] }]);
    const clerk = await t.login('clerk', personPassword);
    const offered = async (below: string, as: string) =>
      listed(await send('GET', below, undefined, as), 'roles').some(({ admin }) => admin);
    expect(await offered('/', token)).toBe(true);
    expect(await offered('/', clerk)).toBe(false);
    expect(await offered('/1', clerk)).toBe(true);
    const userId = await add('plain');
    expect(await offered(`/authRole/${userId}`, clerk)).toBe(false);
  });

  it('apply to the next request of the user', async () => {
    const userId = await add('acting', { password: 'Quiet-lake-9' });
    const roleId = await addRole('lists users', ['system:user:list'], '3');
    await t.app.pool.query('update sys_user set must_change_password = false where user_id = $1', [userId]);
    const own = await t.login('acting', 'Quiet-lake-9');
    const code = async () => (await send('GET', '/list', undefined, own)).code;
    expect(await code()).toBe(403);
    await send('PUT', `/authRole?userId=${userId}&roleIds=${roleId}`);
    expect(await code()).toBe(200);
    await send('PUT', `/authRole?userId=${userId}`);
    expect(await code()).toBe(403);
  });
});
