import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRole } from '../../src/features/system/role/role.fixture.ts';
import { translate } from '../../src/platform/texts.ts';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { addDepartment, addPerson } from '../../src/testing/people.ts';
import {
  type FamilyClient,
  familyGenerations,
  nestedQuery,
  openWorkbook,
  responseData,
  responseList,
  responseRows,
} from './family-client.fixture.ts';

let t: TestApp;
let token: string;
let userId: number;
beforeAll(async () => {
  t = await openTestApp();
  token = await t.login();
  await addDepartment(t, 110, 100, [0, 100]);
  await addDepartment(t, 111, 110, [0, 100, 110]);
  userId = await addPerson(t, 'lin', []);
});
afterAll(() => t.close());

const done = { code: 200, msg: translate('zh', 'server.done') };

const departmentTrees: Record<string, (roleId: number) => string> = {
  '2.x': (roleId) => `/system/dept/roleDeptTreeselect/${roleId}`,
  '3.x': (roleId) => `/system/role/deptTree/${roleId}`,
};

describe.each(familyGenerations)('a $generation client at the roles', ({ generation, makeClient, days }) => {
  let client: FamilyClient;
  let roleId: number;
  const roleKey = `duty ${generation}`;
  beforeAll(() => {
    client = makeClient(t, token);
  });

  it('adds a role with checked and half-checked menus, and numbers as texts', async () => {
    const tree = responseList(await client.get('/system/menu/treeselect'));
    expect(tree[0]).toMatchObject({ id: 1, label: expect.any(String), children: expect.any(Array) });
    const form = {
      roleId: undefined,
      roleName: `值班 ${generation}`,
      roleKey,
      roleSort: generation === '2.x' ? '3' : 3,
      status: '0',
      menuIds: [1, 104, 1020],
      deptIds: [],
      menuCheckStrictly: true,
      deptCheckStrictly: true,
      remark: undefined,
    };
    expect(await client.post('/system/role', form)).toEqual(done);
  });

  it('lists with search, status, id and dates', async () => {
    const query = { pageNum: 1, pageSize: 10, roleName: '值班', roleKey: 'duty', status: '0' };
    const list = async (more: object = {}) =>
      responseRows(await client.get('/system/role/list', { ...query, ...more })).find(
        (row) => row['roleKey'] === roleKey,
      );
    roleId = Number((await list())?.['roleId']);
    expect(await list({ roleId })).toMatchObject({ roleId, roleSort: 3, dataScope: '5', status: '0' });
    expect(await list({ roleId: 1 })).toBeUndefined();
    await t.app.pool.query(`update sys_role set create_time = '2026-01-31 12:00+08' where role_id = $1`, [
      roleId,
    ]);
    expect(await list(days('2026-01-31', '2026-01-31'))).toBeDefined();
    expect(await list(days('2026-02-01', '2026-02-02'))).toBeUndefined();
  });

  it('reads a role with its checked menus, and sends the complete row with changes', async () => {
    const data = responseData(await client.get(`/system/role/${roleId}`));
    const { checkedKeys, menus } = await client.get(`/system/menu/roleMenuTreeselect/${roleId}`);
    expect(checkedKeys).toEqual([1020]);
    expect(menus).toContainEqual(expect.objectContaining({ id: 1, label: '系统管理' }));
    const sent = {
      ...data,
      params: {},
      admin: false,
      flag: false,
      roleName: `夜班 ${generation}`,
      menuIds: [1, 105, 1025],
    };
    expect(await client.put('/system/role', sent)).toEqual(done);
    expect(await readRole(t, roleId)).toMatchObject({
      role_name: `夜班 ${generation}`,
      menus: [1, 105, 1025],
    });
  });

  it('sends checked and half-checked departments, and reads them as a tree', async () => {
    const { roleName } = responseData(await client.get(`/system/role/${roleId}`));
    const body = {
      roleId,
      roleName,
      roleKey,
      dataScope: '2',
      deptIds: [100, 111, 110],
      deptCheckStrictly: true,
    };
    expect(await client.put('/system/role/dataScope', body)).toEqual(done);
    expect(await client.get(departmentTrees[generation]?.(roleId) ?? '')).toMatchObject({
      // All departments are below 100, and all are checked.
      checkedKeys: [111],
      depts: [{ id: 100, children: [{ id: 110, children: [{ id: 111 }] }] }],
    });
  });

  it('changes the status', async () => {
    expect(await client.put('/system/role/changeStatus', { roleId, status: '1' })).toEqual(done);
    expect(await client.put('/system/role/changeStatus', { roleId, status: '0' })).toEqual(done);
  });

  it('assigns and removes one or several users', async () => {
    const query = { pageNum: 1, pageSize: 10, roleId, userName: undefined, phonenumber: undefined };
    const names = async (path: string) =>
      responseRows(await client.get(path, query)).map((row) => row['userName']);
    expect(await names('/system/role/authUser/unallocatedList')).toContain('lin');
    const several = { roleId, userIds: `${userId}` };
    expect(await client.put('/system/role/authUser/selectAll', undefined, several)).toEqual(done);
    expect(await names('/system/role/authUser/allocatedList')).toEqual(['lin']);
    expect(await client.put('/system/role/authUser/cancel', { userId, roleId })).toEqual(done);
    await client.put('/system/role/authUser/selectAll', undefined, several);
    expect(await client.put('/system/role/authUser/cancelAll', undefined, several)).toEqual(done);
    expect(await names('/system/role/authUser/allocatedList')).toEqual([]);
  });

  it('lists the options of roles', async () => {
    const keys = responseList(await client.get('/system/role/optionselect')).map((row) => row['roleKey']);
    expect(keys).toContain(roleKey);
  });

  it('exports in the way of its generation', async () => {
    const filter = { roleKey, pageNum: 1, pageSize: 10 };
    const fetchOld = async () => {
      const { msg } = await client.get('/system/role/export', filter);
      return t.send('GET', `/common/download?fileName=${encodeURIComponent(msg)}&delete=true`, { token });
    };
    const fetchNew = () =>
      t.send('POST', '/system/role/export', {
        token,
        payload: nestedQuery({ ...filter, lang: 'zh_CN' }),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const { bytes } = await (generation === '2.x' ? fetchOld() : fetchNew());
    const { header, rows } = openWorkbook(bytes);
    for (const heading of ['角色名称', '权限字符', '显示顺序', '数据范围', '状态'])
      expect(header).toContain(heading);
    expect(rows).toMatchObject([{ 权限字符: roleKey, 数据范围: '自定义' }]);
  });

  it('deletes the role', async () => {
    expect(await client.delete(`/system/role/${roleId}`)).toEqual(done);
    await expect(client.get(`/system/role/${roleId}`)).rejects.toThrow(translate('zh', 'errors.row.gone'));
  });
});
