import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonFields } from '../../../../tests/compatibility/family-client.fixture.ts';
import { translate } from '../../../platform/texts.ts';
import { openTestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { makeUpload } from '../../../testing/upload.ts';

const t = await openTestApp();
const token = await t.login();
afterAll(() => t.close());

const path = '/system/user';
const all = ['list', 'query', 'add', 'edit', 'remove', 'export', 'import', 'resetPwd'].map(
  (action) => `system:user:${action}`,
);

async function send(method: string, below = '', json?: JsonFields, as = token) {
  return (await t.send(method, path + below, { token: as, json })).body;
}

/** Caches sessions, because checking a password is slow. */
const sessions = new Map<string, string>();
async function sessionOf(userName: string): Promise<string> {
  const session = sessions.get(userName) ?? (await t.login(userName, personPassword));
  sessions.set(userName, session);
  return session;
}

const refusal = (key: string, params = {}, field?: string) => ({
  code: 500,
  msg: errorText(key, params),
  ...(field && { field }),
});

/** All requests that change one user. */
const changes = (userId: number): [string, string, string, JsonFields?][] => [
  ['an edit', 'PUT', '', { userId, userName: 'x', nickName: 'changed' }],
  ['a change of status', 'PUT', '/changeStatus', { userId, status: '1' }],
  ['a password reset', 'PUT', '/resetPwd', { userId, password: 'Other-word-1' }],
  ['an assignment of roles', 'PUT', `/authRole?userId=${userId}&roleIds=2`],
  ['a deletion', 'DELETE', `/${userId}`],
];

let chief: string;
let chiefId: number;
let deputyId: number;

/** 100 ─ 110 ─ 111, 100 ─ 120; the chief of 110 and below has all permissions on users. */
beforeAll(async () => {
  await addDepartment(t, 110, 100, [0, 100]);
  await addDepartment(t, 111, 110, [0, 100, 110]);
  await addDepartment(t, 120, 100, [0, 100]);
  chiefId = await addPerson(t, 'chief', [{ permissions: all, dataScope: '4' }], 110);
  chief = await t.login('chief', personPassword);
  deputyId = await addPerson(t, 'deputy', [], 100);
  await t.app.pool.query('insert into sys_user_role values ($1, 1)', [deputyId]);
});

describe('user 1 (不允许操作超级管理员用户)', () => {
  it.each(changes(1))('is protected from %s', async (_, method, below, json) => {
    const own = await send(method, below, json);
    expect(own.msg).toBe(errorText(method === 'DELETE' ? 'user.remove_self' : 'user.administrator'));
    const deputy = await sessionOf('deputy');
    expect(await send(method, below, json, deputy)).toEqual(refusal('user.administrator'));
  });

  it('is not changed by an import of existing users', async () => {
    const sheet = await makeUpload(['userName', 'nickName'], [['admin', 'changed']]);
    const { body } = await t.send('POST', `${path}/importData?updateSupport=1`, { token, ...sheet });
    expect(body['data']).toMatchObject({
      updated: 0,
      failed: [{ line: 2, name: 'admin', reason: errorText('user.administrator') }],
    });
  });
});

describe('the account of the caller', () => {
  it('当前用户不能删除: cannot be deleted, nor the rest of the selection', async () => {
    const other = await addPerson(t, 'other', [], 110);
    expect(await send('DELETE', `/${other},${chiefId}`, undefined, chief)).toEqual(
      refusal('user.remove_self'),
    );
    expect((await send('GET', `/${other}`)).code).toBe(200);
  });

  it('cannot be disabled by the switch or the form', async () => {
    const refused = refusal('user.stop_self', {}, 'status');
    expect(await send('PUT', '/changeStatus', { userId: chiefId, status: '1' }, chief)).toEqual(refused);
    const row = { userId: chiefId, userName: 'chief', nickName: 'chief', status: '1' };
    expect(await send('PUT', '', row, chief)).toEqual(refused);
  });
});

describe('the last enabled administrator', () => {
  beforeAll(() => t.app.pool.query(`update sys_user set status = '1' where user_id = 1`));
  afterAll(() => t.app.pool.query(`update sys_user set status = '0' where user_id = 1`));

  it.each(
    changes(0).filter(([name]) =>
      ['a change of status', 'an assignment of roles', 'a deletion'].includes(name),
    ),
  )('cannot be removed by %s', async (_, method, below, json) => {
    await addPerson(t, `boss ${below}`, [{ permissions: ['*:*:*'] }]);
    const boss = await t.login(`boss ${below}`, personPassword);
    const response = await send(
      method,
      below.replace('=0', `=${deputyId}`).replace('/0', `/${deputyId}`),
      json && { ...json, userId: deputyId },
      boss,
    );
    expect(response).toEqual(refusal('user.last_administrator'));
  });

  it('can be removed if there is another', async () => {
    const another = await addPerson(t, 'another', []);
    await t.app.pool.query('insert into sys_user_role values ($1, 1)', [another]);
    const deputy = await sessionOf('deputy');
    expect((await send('DELETE', `/${another}`, undefined, deputy)).code).toBe(200);
  });
});

describe('没有权限访问用户数据: a user outside the data scope', () => {
  it.each(changes(0))('does not exist for %s', async (_, method, below, json) => {
    const stranger = await addPerson(t, `stranger ${below}`, [], 120);
    const response = await send(
      method,
      below.replace('=0', `=${stranger}`).replace('/0', `/${stranger}`),
      json && { ...json, userId: stranger },
      chief,
    );
    expect(response).toEqual(refusal('row.gone'));
  });

  it.each(['/', '/authRole/'])('cannot be read (%s)', async (below) => {
    expect(await send('GET', `${below}${deputyId}`, undefined, chief)).toEqual(refusal('row.gone'));
    expect((await send('GET', `${below}${chiefId}`, undefined, chief)).code).toBe(200);
  });

  it('cannot be deleted together with others, who stay', async () => {
    const [near, far] = [await addPerson(t, 'near', [], 111), await addPerson(t, 'far', [], 120)];
    expect(await send('DELETE', `/${near},${far}`, undefined, chief)).toEqual(refusal('row.gone'));
    expect((await send('GET', `/${near}`, undefined, chief)).code).toBe(200);
  });

  it('cannot be unlocked', async () => {
    await addPerson(t, 'keeper', [{ permissions: ['monitor:logininfor:unlock'], dataScope: '3' }], 110);
    const keeper = await t.login('keeper', personPassword);
    const unlock = async (name: string, method: string) =>
      (await t.send(method, `/monitor/logininfor/unlock/${name}`, { token: keeper })).body;
    for (const method of ['GET', 'PUT']) {
      expect(await unlock('deputy', method)).toEqual({ code: 403, msg: errorText('scope.denied') });
      expect(await unlock('chief', method)).toMatchObject({ code: 200 });
      expect(await unlock('nobodyhere', method)).toEqual(refusal('user.unknown', { name: 'nobodyhere' }));
    }
  });

  it('cannot be added, nor can a user be moved to such a department', async () => {
    const denied = { code: 403, msg: errorText('scope.denied') };
    const row = { userName: 'moved', nickName: 'moved', deptId: 120 };
    expect(await send('POST', '', row, chief)).toEqual(denied);
    const userId = await addPerson(t, 'mover', [], 111);
    expect(await send('PUT', '', { ...row, userId }, chief)).toEqual(denied);
    expect(await send('PUT', '', { ...row, userId, deptId: null }, chief)).toEqual(denied);
    expect(await send('PUT', '', { ...row, userId, deptId: 110 }, chief)).toMatchObject({ code: 200 });
  });

  it('is not changed by an import', async () => {
    const headings = ['userName', 'nickName', 'deptId'];
    await addPerson(t, 'distant', [], 120);
    const sheet = await makeUpload(headings, [
      ['distant', 'changed', ''],
      ['fresh1', 'fresh', '120'],
      ['fresh2', 'fresh', 'department 120'],
      ['fresh3', 'fresh', 'department 110/department 111'],
    ]);
    const { body } = await t.send('POST', `${path}/importData?updateSupport=true`, {
      token: chief,
      ...sheet,
    });
    expect(body['data']).toMatchObject({
      added: 1,
      failed: [
        { line: 2, reason: errorText('row.gone') },
        { line: 3, reason: errorText('scope.denied') },
        { line: 4, reason: errorText('user.department_unknown', { name: 'department 120' }) },
      ],
    });
  });
});

describe('a caller', () => {
  let near: number;
  beforeAll(async () => {
    near = await addPerson(t, 'subject', [], 111);
    const operator = await addPerson(t, 'operator', [], 111);
    await t.app.pool.query('insert into sys_user_role values ($1, 2)', [operator]);
  });
  const refused = (name: string) => refusal('grant.role', { name }, 'roleIds');
  const label = translate('zh', 'system.user.fields.roleIds');
  const unseen = refusal('field.choice', { label }, 'roleIds');

  it('cannot grant a role with a permission they lack, to others or to themselves', async () => {
    const row = { userId: near, userName: 'subject', nickName: 's', roleIds: [2] };
    expect(await send('PUT', '', row, chief)).toEqual(refused('值班员'));
    expect(await send('PUT', `/authRole?userId=${near}&roleIds=2`, undefined, chief)).toEqual(
      refused('值班员'),
    );
    const fresh = { userName: 'promoted', nickName: 'p', deptId: 110 };
    expect(await send('POST', '', { ...fresh, roleIds: [2] }, chief)).toEqual(refused('值班员'));
    expect(await send('PUT', `/authRole?userId=${chiefId}&roleIds=1`, undefined, chief)).toEqual(unseen);
    expect(await send('POST', '', { ...fresh, roleIds: [1] }, chief)).toEqual(unseen);
  });

  it('cannot grant a role that they cannot see, and no form offers it', async () => {
    const far = await addPerson(t, 'far holder', [{ permissions: [], dataScope: '5' }], 120);
    const { rows } = await t.app.pool.query('select role_id from sys_user_role where user_id = $1', [far]);
    const roleId: number = rows[0].role_id;
    const offered = async (below: string, as: string) =>
      ((await send('GET', below, undefined, as))['roles'] as JsonFields[]).map((role) => role['roleId']);
    for (const below of ['/', `/${near}`, `/authRole/${near}`]) {
      expect([below, await offered(below, chief)]).toEqual([below, expect.not.arrayContaining([roleId])]);
      expect(await offered(below, chief)).toContain(2);
      expect(await offered(below, token)).toContain(roleId);
    }
    expect(await send('PUT', `/authRole?userId=${near}&roleIds=${roleId}`, undefined, chief)).toEqual(unseen);
    const sheet = await makeUpload(
      ['userName', 'nickName', 'roleIds'],
      [['imported', 'i', 'role of far holder']],
    );
    const { body } = await t.send('POST', `${path}/importData`, { token: chief, ...sheet });
    const reason = errorText('sheet.unknown_name', { label, name: 'role of far holder' });
    expect(body['data']).toMatchObject({ added: 0, failed: [{ reason }] });
    await t.app.pool.query('delete from sys_user_role where user_id = $1', [far]);
  });

  it('can grant what they hold', async () => {
    const { rows } = await t.app.pool.query('select role_id from sys_user_role where user_id = $1', [
      chiefId,
    ]);
    const own: number = rows[0].role_id;
    const row = { userId: near, userName: 'subject', nickName: 'renamed', roleIds: [own] };
    expect(await send('PUT', '', row, chief)).toMatchObject({ code: 200 });
    expect((await send('GET', `/${near}`))['roleIds']).toEqual([own]);
  });

  it('cannot change, disable, delete or take over a user who holds more, or remove a role from them', async () => {
    await t.app.pool.query('insert into sys_user_role values ($1, 2)', [near]);
    const above = refusal('user.above', { name: 'subject' });
    for (const [, method, below, json] of changes(near))
      expect(await send(method, below, json, chief)).toEqual(above);
    const row = { userId: near, userName: 'subject', nickName: 'renamed', phonenumber: '13811112222' };
    expect(await send('PUT', '', row, chief)).toEqual(above);
    expect(await send('PUT', `/authRole?userId=${near}`, undefined, chief)).toEqual(above);
    expect(await send('PUT', '/changeStatus', { userId: near, status: '0' }, chief)).toEqual(above);
    expect(await send('PUT', '', row)).toMatchObject({ code: 200 });
  });

  it('cannot grant more by an import', async () => {
    const sheet = await makeUpload(['userName', 'nickName'], [['subject', 'changed']]);
    const upload = { token: chief, ...sheet };
    const { body } = await t.send('POST', `${path}/importData?updateSupport=1`, upload);
    expect(body['data']).toMatchObject({
      updated: 0,
      failed: [{ name: 'subject', reason: errorText('user.above', { name: 'subject' }) }],
    });
  });

  it('sees in the form which roles exceed their own permissions', async () => {
    const roles = (await send('GET', `/${near}`, undefined, chief))['roles'] as JsonFields[];
    const exceeding = roles.filter(({ exceeds }) => exceeds).map(({ roleId }) => roleId);
    expect(exceeding).toContain(2);
    expect(exceeding).not.toContain(1);
  });
});

describe('a move to another department', () => {
  /** May edit users everywhere, and has all other permissions in department 110 only. */
  let mixed: string;
  let mixedId: number;
  const edit = (userId: number, deptId: number | null) =>
    send('PUT', '', { userId, userName: 'x', nickName: 'x', deptId }, mixed);

  beforeAll(async () => {
    const roles = [
      { permissions: ['system:user:edit'], dataScope: '1' },
      { permissions: ['system:user:resetPwd', 'x:data:list'], dataScope: '3' },
    ];
    mixedId = await addPerson(t, 'mixed', roles, 110);
    mixed = await sessionOf('mixed');
  });

  it('grants no "own department" permissions beyond those of the caller', async () => {
    const role = { permissions: ['x:data:list'], dataScope: '3' };
    const userId = await addPerson(t, 'transferred', [role], 110);
    const denied = (name: string) => refusal('grant.department', { name }, 'deptId');
    expect(await edit(userId, 120)).toEqual(denied('role of transferred'));
    expect(await edit(mixedId, 120)).toEqual(denied('role of mixed (2)'));
    expect(await send('PUT', '', { userId, userName: 'x', nickName: 'x', deptId: 120 })).toMatchObject({
      code: 200,
    });
  });

  it('gives the caller no new permission over the user, in one step or in two', async () => {
    const userId = await addPerson(t, 'fetched', [], 120);
    const denied = refusal('grant.user_move', {}, 'deptId');
    expect(await edit(userId, 110)).toEqual(denied);
    expect(await edit(userId, null)).toMatchObject({ code: 200 });
    expect(await edit(userId, 110)).toEqual(denied);
    expect(await edit(userId, 111)).toMatchObject({ code: 200 });
  });
});

describe('a field that is not in the form', () => {
  it('is never written', async () => {
    const userId = await addPerson(t, 'shielded', [], 110);
    const more = {
      password: 'Smuggled-1',
      delFlag: '2',
      avatar: '/x',
      loginIp: '1.1.1.1',
      mustChangePassword: false,
    };
    const row = { userId, userName: 'renamed', nickName: 'fine', createBy: 'me', ...more };
    expect((await send('PUT', '', row)).code).toBe(200);
    const { rows } = await t.app.pool.query(
      'select user_name, nick_name, del_flag, avatar, login_ip, create_by from sys_user where user_id = $1',
      [userId],
    );
    expect(rows).toEqual([
      {
        user_name: 'shielded',
        nick_name: 'fine',
        del_flag: '0',
        avatar: null,
        login_ip: null,
        create_by: null,
      },
    ]);
    await t.login('shielded', personPassword);
    const added = await send('POST', '', { userId: 4711, userName: 'numbered', nickName: 'n' });
    expect(added['data']).not.toMatchObject({ userId: 4711 });
  });
});

describe('an endpoint of users', () => {
  it('rejects names with markup, by form and by sheet', async () => {
    const label = translate('zh', 'system.user.fields.nickName');
    const fresh = { userName: 'tagged', nickName: '<script>x</script>', deptId: 110 };
    expect(await send('POST', '', fresh)).toEqual(refusal('field.markup', { label }, 'nickName'));
    const sheet = await makeUpload(['userName', 'nickName'], [['tagged', '<i>x']]);
    const { body } = await t.send('POST', `${path}/importData`, { token, ...sheet });
    expect(body['data']).toMatchObject({
      added: 0,
      failed: [{ reason: errorText('field.markup', { label }) }],
    });
    expect(await send('POST', '', { ...fresh, nickName: 'a < b' })).toMatchObject({ code: 200 });
  });

  it('returns the empty template to every user', async () => {
    await addPerson(t, 'template reader', []);
    const anybody = await sessionOf('template reader');
    expect(await send('GET', '/importTemplate', undefined, anybody)).toMatchObject({ code: 200 });
    const { headers } = await t.send('POST', `${path}/importTemplate`, { token: anybody });
    expect(headers['content-type']).toContain('spreadsheet');
    for (const method of ['GET', 'POST'])
      expect((await t.send(method, `${path}/importTemplate`)).body.code).toBe(401);
  });

  it.each([
    ['list', 'GET', '/list'],
    ['list', 'GET', '/deptCounts'],
    ['query', 'GET', '/'],
    ['query', 'GET', ''],
    ['query', 'GET', '/2'],
    ['query', 'GET', '/authRole/2'],
    ['add', 'POST', ''],
    ['edit', 'PUT', ''],
    ['edit', 'PUT', '/changeStatus'],
    ['edit', 'PUT', '/authRole'],
    ['resetPwd', 'PUT', '/resetPwd'],
    ['remove', 'DELETE', '/2'],
    ['export', 'GET', '/export'],
    ['export', 'POST', '/export'],
    ['import', 'POST', '/importData'],
    ['import', 'POST', '/importWork'],
  ])('requires the permission to %s (%s %s)', async (action, method, below) => {
    const others = all.filter((right) => right !== `system:user:${action}`);
    const session = async (name: string, permissions: string[]) => {
      if (!sessions.has(name)) await addPerson(t, name, [{ permissions }]);
      return sessionOf(name);
    };
    const lacking = await session(`all but ${action}`, others);
    const having = await session(`only ${action}`, [`system:user:${action}`]);
    expect((await send(method, below, undefined, lacking)).code).toBe(403);
    expect((await send(method, below, undefined, having)).code).not.toBe(403);
  });
});
