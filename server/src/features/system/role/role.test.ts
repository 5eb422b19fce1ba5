import { role } from '@limpid/contract/system/role';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkbook } from '../../../../tests/compatibility/family-client.fixture.ts';
import { translate } from '../../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { addDepartmentTree, addRoleManager, readRole, storeRole } from './role.fixture.ts';

let t: TestApp;
let admin: string;
let manager: Awaited<ReturnType<typeof addRoleManager>>;

beforeAll(async () => {
  t = await openTestApp();
  admin = await t.login();
  await addDepartmentTree(t);
  manager = await addRoleManager(t, 'manager');
});
afterAll(() => t.close());

const send = async (token: string, method: string, path: string, json?: object) =>
  (await t.send(method, `/system/role${path}`, { token, ...(json && { json }) })).body;
const idsOf = (body: Record<string, unknown>) =>
  (body['rows'] as { roleId: number }[]).map(({ roleId }) => roleId);

describe('a role', () => {
  it('is added with its menus and the scope "own records", found, read, changed and removed', async () => {
    const body = {
      roleName: 'Guard',
      roleKey: 'guard',
      roleSort: 7,
      menuIds: [1, 104, 1020],
      remark: 'night',
    };
    expect(await send(admin, 'POST', '', { ...body, dataScope: '1', ownerId: 77 })).toMatchObject({
      code: 200,
    });
    const [roleId = 0] = idsOf(await send(admin, 'GET', '/list?roleKey=GUARD'));
    const { data } = await send(admin, 'GET', `/${roleId}`);
    expect(data).toEqual({
      roleId,
      ...body,
      dataScope: '5',
      status: '0',
      menuCheckStrictly: true,
      deptCheckStrictly: true,
      createTime: expect.any(String),
    });
    expect(await readRole(t, roleId)).toMatchObject({ owner_id: 1, create_by: 'admin' });
    const changed = { ...(data as object), roleName: 'Watch', menuCheckStrictly: false, menuIds: [1, 105] };
    expect(await send(admin, 'PUT', '', changed)).toMatchObject({ code: 200 });
    expect(await readRole(t, roleId)).toMatchObject({
      role_name: 'Watch',
      menu_check_strictly: false,
      menus: [1, 105],
      update_by: 'admin',
    });
    await send(admin, 'PUT', '', { roleId, roleName: 'Watch', roleKey: 'guard', roleSort: 1 });
    expect((await readRole(t, roleId)).menus).toEqual([1, 105]);
    expect(await send(admin, 'DELETE', `/${roleId}`)).toMatchObject({ code: 200 });
    expect(await readRole(t, roleId)).toMatchObject({ del_flag: '2', menus: [], depts: [] });
    expect(await send(admin, 'GET', `/${roleId}`)).toMatchObject({ code: 500, msg: errorText('row.gone') });
  });

  it('frees its name and key when removed', async () => {
    const body = { roleName: 'Guard', roleKey: 'guard', roleSort: 7 };
    expect(await send(admin, 'POST', '', body)).toMatchObject({ code: 200 });
  });

  it.each<[string, object, string, string]>([
    ['without a name', { roleName: ' ' }, 'roleName', 'field.required'],
    ['without a key', { roleKey: undefined }, 'roleKey', 'field.required'],
    ['without an order', { roleSort: null }, 'roleSort', 'field.required'],
    ['with a long name', { roleName: 'x'.repeat(31) }, 'roleName', 'field.max'],
    ['with a long key', { roleKey: 'x'.repeat(101) }, 'roleKey', 'field.max'],
    ['with a state that is none', { status: '7' }, 'status', 'field.choice'],
    ['with a menu that is none', { menuIds: [1, 999_999] }, 'menuIds', 'field.choice'],
    ['with a name in use', { roleName: 'Guard' }, 'roleName', 'field.taken'],
    ['with a key in use', { roleKey: 'guard' }, 'roleKey', 'field.taken'],
    ['with a key in use but for its case', { roleKey: 'GUARD' }, 'roleKey', 'field.taken'],
    ['with a key in use but for its width', { roleKey: 'ｇuard' }, 'roleKey', 'field.taken'],
  ])('with %s is rejected at its field', async (_, wrong, field, key) => {
    const body = { roleName: 'New', roleKey: 'new', roleSort: 1, ...wrong };
    const label = translate('zh', `system.role.fields.${field}`);
    const limit = { roleName: 30, roleKey: 100 }[field] ?? 0;
    expect(await send(admin, 'POST', '', body)).toEqual({
      code: 500,
      field,
      msg: errorText(key, { label, limit }),
    });
  });

  it('is exported with the name of its data scope, and cannot be imported', async () => {
    const { bytes } = await t.send('POST', '/system/role/export?lang=en_US&roleKey=guard', { token: admin });
    expect(openWorkbook(bytes).rows).toMatchObject([
      { Name: 'Guard', 'Data scope': 'Self only', State: 'Enabled' },
    ]);
    expect((await t.send('POST', '/system/role/importData', { token: admin })).body.code).toBe(404);
  });
});

describe('a protected role:', () => {
  it('the administrator role cannot be changed, disabled, scoped or deleted', async () => {
    const refused = { code: 500, msg: errorText('role.administrator') };
    const body = { roleId: 1, roleName: 'x', roleKey: 'x', roleSort: 1, menuIds: [] };
    expect(await send(admin, 'PUT', '', body)).toEqual(refused);
    expect(await send(admin, 'PUT', '/changeStatus', { roleId: 1, status: '1' })).toEqual(refused);
    expect(await send(admin, 'PUT', '/dataScope', { roleId: 1, dataScope: '5' })).toEqual(refused);
    expect(await send(admin, 'DELETE', '/1')).toEqual(refused);
    expect(await readRole(t, 1)).toMatchObject({
      role_key: 'admin',
      status: '0',
      data_scope: '1',
      del_flag: '0',
    });
  });

  it('a role with users cannot be deleted, and the error names them', async () => {
    const users: number[] = [];
    for (const name of ['ana', 'bo', 'chi', 'dee']) users.push(await addPerson(t, name, [], 110));
    const few = await storeRole(t, 'few', { holders: users.slice(0, 2) });
    const many = await storeRole(t, 'many', { holders: users });
    expect(await send(admin, 'DELETE', `/${few}`)).toMatchObject({
      code: 500,
      msg: errorText('role.has_users', { name: 'few', users: 'ana, bo', count: 2 }),
    });
    expect((await send(admin, 'DELETE', `/${many}`)).msg).toContain('ana, bo, chi…');
    await t.app.pool.query(`update sys_user set del_flag = '2' where user_name = any('{ana,bo}')`);
    expect(await send(admin, 'DELETE', `/${few}`)).toMatchObject({ code: 200 });
  });

  it('the error does not name users outside the caller’s data scope', async () => {
    const far = await addPerson(t, 'far away', [], 120);
    const roleId = await storeRole(t, 'far', { ownerId: manager.userId, holders: [far] });
    expect(await send(manager.token, 'DELETE', `/${roleId}`)).toEqual({
      code: 500,
      msg: errorText('row.in_use', { name: 'far' }),
    });
  });

  it('callers cannot disable their own role', async () => {
    const { token, roleId } = await addRoleManager(t, 'alone', { dataScope: '1' });
    const stopped = await send(token, 'PUT', '/changeStatus', { roleId, status: '1' });
    expect(stopped).toEqual({ code: 500, msg: errorText('role.own') });
    const row = (await send(token, 'GET', `/${roleId}`))['data'] as object;
    expect(await send(token, 'PUT', '', { ...row, status: '1' })).toEqual({
      code: 500,
      msg: errorText('role.own'),
    });
    expect((await readRole(t, roleId)).status).toBe('0');
  });

  it('a role with holders outside the data scope is visible, but cannot be changed', async () => {
    const [near, far] = [await addPerson(t, 'near', [], 111), await addPerson(t, 'far', [], 120)];
    const roleId = await storeRole(t, 'common', { holders: [near, far] });
    const { data } = await send(manager.token, 'GET', `/${roleId}`);
    const refused = { code: 500, msg: errorText('role.held_elsewhere') };
    expect(await send(manager.token, 'PUT', '', { ...(data as object), roleName: 'mine' })).toEqual(refused);
    expect(await send(manager.token, 'PUT', '/changeStatus', { roleId, status: '1' })).toEqual(refused);
    expect(await send(manager.token, 'PUT', '/dataScope', { roleId, dataScope: '5' })).toEqual(refused);
    await t.app.pool.query('delete from sys_user_role where user_id = $1', [far]);
    expect(await send(manager.token, 'PUT', '/changeStatus', { roleId, status: '1' })).toMatchObject({
      code: 200,
    });
  });

  it('an invalid status is rejected', async () => {
    expect(await send(admin, 'PUT', '/changeStatus', { roleId: 2, status: '2' })).toMatchObject({
      code: 500,
      field: 'status',
    });
  });
});

describe('a caller with a limited data scope', () => {
  it('sees the roles of users in the scope, and roles that they added', async () => {
    const near = await addPerson(t, 'close', [], 111);
    const seen = await storeRole(t, 'near role', { holders: [near] });
    await storeRole(t, 'empty role');
    await send(manager.token, 'POST', '', { roleName: 'made here', roleKey: 'made', roleSort: 1 });
    const all = idsOf(await send(manager.token, 'GET', '/list?pageSize=100'));
    const { rows } = await t.app.pool.query(`select role_id from sys_role where role_key = 'made'`);
    expect(all).toEqual(expect.arrayContaining([seen, manager.roleId, rows[0].role_id]));
    expect(all).not.toContain(1);
    expect(all).not.toContain(2);
    const names = (await send(manager.token, 'GET', '/optionselect'))['data'] as { roleName: string }[];
    expect(names.map(({ roleName }) => roleName)).toContain('near role');
    expect(names.map(({ roleName }) => roleName)).not.toContain('empty role');
    for (const path of ['/1', '/2', '/deptTree/2'])
      expect(await send(manager.token, 'GET', path)).toMatchObject({ code: 500, msg: errorText('row.gone') });
    const chosen = await addRoleManager(t, 'elsewhere', { dataScope: '2', deptIds: [120] });
    await send(chosen.token, 'POST', '', { roleName: 'made far', roleKey: 'made far', roleSort: 1 });
    expect((await send(chosen.token, 'GET', '/list?roleKey=made%20far'))['rows']).toMatchObject([
      { roleName: 'made far' },
    ]);
  });
});

describe('the options of roles', () => {
  it('contain enabled roles, and the administrator role for administrators only', async () => {
    await storeRole(t, 'stopped', { status: '1' });
    const namesFor = async (token: string) =>
      ((await send(token, 'GET', '/optionselect'))['data'] as { roleKey: string }[]).map(
        ({ roleKey }) => roleKey,
      );
    expect(await namesFor(admin)).toEqual(expect.arrayContaining(['admin', 'operator']));
    expect(await namesFor(admin)).not.toContain('stopped');
    const wide = await addRoleManager(t, 'wide', { dataScope: '1' });
    expect(await namesFor(wide.token)).toContain('operator');
    expect(await namesFor(wide.token)).not.toContain('admin');
  });
});

it('a user without a role can call no endpoint with a permission and sees no menu', async () => {
  await addPerson(t, 'nothing', []);
  const token = await t.login('nothing', personPassword);
  expect((await t.send('GET', '/getRouters', { token })).body['data']).toEqual([]);
  const guarded = t.app.endpoints.filter(({ access }) => typeof access === 'object');
  expect(guarded.length).toBeGreaterThan(60);
  for (const { method, path } of guarded) {
    const { body } = await t.send(method, path.replace(/:\w+/g, '1'), { token });
    expect([path, body.code]).toEqual([path, 403]);
  }
});

it('the labels are those of the specification', () => {
  const labels = Object.keys(role.fields).map((name) => translate('en', `system.role.fields.${name}`));
  expect(labels).toEqual(
    expect.arrayContaining([
      'Name',
      'Permission character',
      'Display order',
      'Data scope',
      'Menu permissions',
    ]),
  );
});
