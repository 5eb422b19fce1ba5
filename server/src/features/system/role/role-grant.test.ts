import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { addDepartmentTree, addRoleManager, readRole, storeRole } from './role.fixture.ts';

let t: TestApp;
let admin: string;
/** Has permissions on roles and to list posts, in 110 and below. */
let manager: Awaited<ReturnType<typeof addRoleManager>>;

beforeAll(async () => {
  t = await openTestApp();
  admin = await t.login();
  await addDepartmentTree(t);
  manager = await addRoleManager(t, 'manager', { more: ['system:post:list'] });
});
afterAll(() => t.close());

const send = async (token: string, method: string, path: string, json?: object) =>
  (await t.send(method, `/system/role${path}`, { token, ...(json && { json }) })).body;
const done = { code: 200, msg: translate('zh', 'server.done') };
let count = 0;
const make = (facts: Parameters<typeof storeRole>[2] = {}) =>
  storeRole(t, `role ${++count}`, { ownerId: manager.userId, ...facts });
const bodyOf = (roleId: number, menuIds: number[]) => ({
  roleId,
  roleName: `changed ${roleId}`,
  roleKey: `changed ${roleId}`,
  roleSort: 1,
  menuIds,
});

describe('callers grant only menus that they hold:', () => {
  it('a new role gets menus of the caller; the error names others', async () => {
    const own = manager.menuOf('system:post:list');
    const role = { roleName: 'helper', roleKey: 'helper', roleSort: 1 };
    expect(await send(manager.token, 'POST', '', { ...role, menuIds: [own, 1022, 1030, 1] })).toEqual({
      code: 500,
      field: 'menuIds',
      msg: errorText('grant.menu', { names: '系统管理, 修改, 查询' }),
    });
    expect(await send(manager.token, 'POST', '', { ...role, menuIds: [own] })).toEqual(done);
  });

  it('a changed role gets no other menus, and a rejected change stores nothing', async () => {
    const roleId = await make({ menuIds: [manager.menuOf('system:post:list')] });
    const body = await send(manager.token, 'PUT', '', bodyOf(roleId, [1023]));
    expect(body).toMatchObject({ code: 500, field: 'menuIds' });
    expect(await readRole(t, roleId)).toMatchObject({ menus: [manager.menuOf('system:post:list')] });
    expect((await readRole(t, roleId)).role_name).not.toContain('changed');
  });

  it('menus of a role that the caller does not have stay, sent back or not', async () => {
    const own = manager.menuOf('system:post:list');
    const roleId = await make({ menuIds: [1, 104, own] });
    expect(await send(manager.token, 'PUT', '', bodyOf(roleId, [1, 104]))).toEqual(done);
    expect((await readRole(t, roleId)).menus).toEqual([1, 104]);
    expect(await send(manager.token, 'PUT', '', bodyOf(roleId, [own]))).toEqual(done);
    expect((await readRole(t, roleId)).menus).toEqual([1, 104, own]);
    expect(await send(admin, 'PUT', '', bodyOf(roleId, []))).toEqual(done);
    expect((await readRole(t, roleId)).menus).toEqual([]);
  });

  it('a permission is not granted with a wider scope than the caller has', async () => {
    const roleId = await make({ dataScope: '1' });
    const own = manager.menuOf('system:post:list');
    expect(await send(manager.token, 'PUT', '', bodyOf(roleId, [own]))).toEqual({
      code: 500,
      field: 'menuIds',
      msg: errorText('grant.reach'),
    });
  });

  it.each([
    ['enabled', '1', '0'],
    ['stopped', '0', '1'],
  ])('a role that exceeds the caller is not %s by the switch or the form', async (_, before, status) => {
    const roleId = await make({ status: before, menuIds: [1022] });
    const refused = { code: 500, msg: errorText('grant.role', { name: `role ${count}` }) };
    expect(await send(manager.token, 'PUT', '/changeStatus', { roleId, status })).toEqual(refused);
    const { data } = await send(manager.token, 'GET', `/${roleId}`);
    expect(await send(manager.token, 'PUT', '', { ...(data as object), status })).toEqual(refused);
    expect(await send(admin, 'PUT', '/changeStatus', { roleId, status })).toEqual(done);
  });

  it('callers cannot widen their own role', async () => {
    const { data } = await send(manager.token, 'GET', `/${manager.roleId}`);
    const { menuIds } = data as { menuIds: number[] };
    const body = { ...(data as object), menuIds: [...menuIds, 1022] };
    expect(await send(manager.token, 'PUT', '', body)).toMatchObject({ code: 500, field: 'menuIds' });
    const wider = { roleId: manager.roleId, dataScope: '1' };
    expect(await send(manager.token, 'PUT', '/dataScope', wider)).toMatchObject({
      code: 500,
      field: 'dataScope',
    });
    expect(await readRole(t, manager.roleId)).toMatchObject({ data_scope: '4' });
  });
});

describe('a data scope', () => {
  it('of chosen departments is stored and returned as a tree with the lowest ones checked', async () => {
    const roleId = await make();
    const body = { roleId, dataScope: '2', deptIds: [110, 111], deptCheckStrictly: true };
    expect(await send(manager.token, 'PUT', '/dataScope', body)).toEqual(done);
    expect(await readRole(t, roleId)).toMatchObject({
      data_scope: '2',
      depts: [110, 111],
      dept_check_strictly: true,
    });
    for (const path of [`/system/role/deptTree/${roleId}`, `/system/dept/roleDeptTreeselect/${roleId}`]) {
      expect((await t.send('GET', path, { token: manager.token })).body).toEqual({
        ...done,
        checkedKeys: [111],
        depts: [{ id: 110, label: 'department 110', children: [{ id: 111, label: 'department 111' }] }],
      });
    }
    await send(manager.token, 'PUT', '/dataScope', { ...body, deptCheckStrictly: false });
    expect((await send(manager.token, 'GET', `/deptTree/${roleId}`))['checkedKeys']).toEqual([110, 111]);
  });

  it('ignores half-checked departments, unless checkboxes are not linked', async () => {
    const roleId = await make();
    const body = { roleId, dataScope: '2', deptIds: [100, 110, 111] };
    await send(admin, 'PUT', '/dataScope', body);
    expect((await readRole(t, roleId)).depts).toEqual([110, 111]);
    await send(admin, 'PUT', '/dataScope', { ...body, deptCheckStrictly: false });
    expect((await readRole(t, roleId)).depts).toEqual([100, 110, 111]);
  });

  it('that is saved unchanged loses nothing, even if a department was added since', async () => {
    const roleId = await make();
    const body = { roleId, dataScope: '2', deptIds: [100, 110, 111, 120], deptCheckStrictly: true };
    await send(admin, 'PUT', '/dataScope', body);
    await addDepartment(t, 130, 100, [0, 100]);
    expect((await send(admin, 'GET', `/deptTree/${roleId}`))['checkedKeys']).toEqual([120, 111]);
    // The departments that a tree derives as checked, and the root, which is now half checked.
    expect(await send(admin, 'PUT', '/dataScope', { ...body, deptIds: [110, 111, 120, 100] })).toEqual(done);
    expect((await readRole(t, roleId)).depts).toEqual([100, 110, 111, 120]);
    await send(admin, 'PUT', '/dataScope', { ...body, deptIds: [110, 111, 100] });
    expect((await readRole(t, roleId)).depts).toEqual([110, 111]);
    await t.app.pool.query('delete from sys_dept where dept_id = 130');
  });

  it('of a parent sent alone is that parent', async () => {
    const roleId = await make();
    const body = { roleId, dataScope: '2', deptIds: [100], deptCheckStrictly: true };
    expect(await send(admin, 'PUT', '/dataScope', body)).toEqual(done);
    expect((await readRole(t, roleId)).depts).toEqual([100]);
  });

  it('that is no longer "chosen" loses its departments', async () => {
    const roleId = await make({ dataScope: '2', deptIds: [111] });
    expect(
      await send(manager.token, 'PUT', '/dataScope', { roleId, dataScope: '3', deptIds: [111] }),
    ).toEqual(done);
    expect(await readRole(t, roleId)).toMatchObject({ data_scope: '3', depts: [] });
  });

  it.each([
    ['everything', { dataScope: '1' }, 'dataScope'],
    ['a department outside the caller’s scope', { dataScope: '2', deptIds: [120] }, 'deptIds'],
    [
      'the department above the caller’s',
      { dataScope: '2', deptIds: [100], deptCheckStrictly: false },
      'deptIds',
    ],
    ['an unknown department', { dataScope: '2', deptIds: [111, 9999] }, 'deptIds'],
    ['an unknown data scope', { dataScope: '6' }, 'dataScope'],
    ['missing', {}, 'dataScope'],
  ])('is refused if it is %s', async (_, wrong, field) => {
    const roleId = await make();
    expect(await send(manager.token, 'PUT', '/dataScope', { roleId, ...wrong })).toMatchObject({
      code: 500,
      field,
    });
    expect(await readRole(t, roleId)).toMatchObject({ data_scope: '5', depts: [] });
  });

  it('keeps departments that the caller cannot see', async () => {
    const roleId = await make({ dataScope: '2', deptIds: [120] });
    expect(
      await send(manager.token, 'PUT', '/dataScope', { roleId, dataScope: '2', deptIds: [111] }),
    ).toEqual(done);
    expect((await readRole(t, roleId)).depts).toEqual([111, 120]);
  });

  it('does not restore departments that were stored with another data scope', async () => {
    const roleId = await make({ dataScope: '5', deptIds: [120] });
    expect(
      await send(manager.token, 'PUT', '/dataScope', { roleId, dataScope: '2', deptIds: [111] }),
    ).toEqual(done);
    expect((await readRole(t, roleId)).depts).toEqual([111]);
  });

  it('cannot be changed if the role has permissions that the caller lacks', async () => {
    const roleId = await make({ menuIds: [1022] });
    expect(await send(manager.token, 'PUT', '/dataScope', { roleId, dataScope: '4' })).toMatchObject({
      code: 500,
      field: 'dataScope',
    });
  });

  it('of an invisible role does not exist', async () => {
    const hidden = await storeRole(t, 'hidden');
    for (const roleId of [hidden, 99_999])
      expect(await send(manager.token, 'PUT', '/dataScope', { roleId, dataScope: '5' })).toEqual({
        code: 500,
        msg: errorText('row.gone'),
      });
  });
});

describe('"own department and below"', () => {
  it('cannot be granted by a caller with single departments only', async () => {
    const chooser = await addRoleManager(t, 'chooser', { dataScope: '2', deptIds: [110] });
    const roleId = await storeRole(t, 'below', { ownerId: chooser.userId });
    expect(await send(chooser.token, 'PUT', '/dataScope', { roleId, dataScope: '4' })).toMatchObject({
      code: 500,
    });
    expect(await send(chooser.token, 'PUT', '/dataScope', { roleId, dataScope: '3' })).toEqual(done);
  });
});

it('a changed role applies to the next request of its holders, in every process', async () => {
  const other = await openTestApp({}, { connection: t.connection });
  const roleId = await storeRole(t, 'live', { menuIds: [1, 104] });
  const userId = await addPerson(t, 'watcher', [], 110);
  const token = await other.login('watcher', personPassword);
  const reaches = async () => {
    const codes = [];
    for (const app of [t, other])
      codes.push((await app.send('GET', '/system/post/list', { token })).body.code);
    return codes;
  };
  const menus = async () =>
    ((await other.send('GET', '/getRouters', { token })).body['data'] as object[]).length;
  expect(await reaches()).toEqual([403, 403]);
  await t.send('PUT', `/system/role/authUser/selectAll?roleId=${roleId}&userIds=${userId}`, { token: admin });
  expect([await reaches(), await menus()]).toEqual([[200, 200], 1]);
  await send(admin, 'PUT', '', bodyOf(roleId, [1, 105]));
  expect([await reaches(), await menus()]).toEqual([[403, 403], 1]);
  await send(admin, 'PUT', '', bodyOf(roleId, [1, 104]));
  expect(await reaches()).toEqual([200, 200]);
  await send(admin, 'PUT', '/changeStatus', { roleId, status: '1' });
  expect([await reaches(), await menus()]).toEqual([[403, 403], 0]);
  await send(admin, 'PUT', '/changeStatus', { roleId, status: '0' });
  expect(await reaches()).toEqual([200, 200]);
  await t.send('PUT', '/system/role/authUser/cancel', { token: admin, json: { roleId, userId } });
  expect([await reaches(), await menus()]).toEqual([[403, 403], 0]);
  await other.close();
});
