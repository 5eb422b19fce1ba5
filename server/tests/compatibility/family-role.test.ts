import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRole } from '../../src/features/system/role/role.fixture.ts';
import { translate } from '../../src/platform/texts.ts';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { addDepartment, addPerson } from '../../src/testing/people.ts';
import {
  dataOf,
  type FamilyClient,
  listOf,
  makeNewClient,
  makeOldClient,
  nestedQuery,
  openWorkbook,
  rowsOf,
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

/** What a generation of clients does its own way. */
interface Generation {
  title: string;
  open: () => FamilyClient;
  days: (begin: string, end: string) => object;
  departments: (roleId: number) => string;
}

const generations: Generation[] = [
  {
    title: '2.x',
    open: () => makeOldClient(t, token),
    days: (beginTime, endTime) => ({ beginTime, endTime }),
    departments: (roleId) => `/system/dept/roleDeptTreeselect/${roleId}`,
  },
  {
    title: '3.x',
    open: () => makeNewClient(t, token),
    days: (beginTime, endTime) => ({ params: { beginTime, endTime } }),
    departments: (roleId) => `/system/role/deptTree/${roleId}`,
  },
];

describe.each(generations)(
  'roles, as a $title client works with them',
  ({ title, open, days, departments }) => {
    let client: FamilyClient;
    let roleId: number;
    const roleKey = `duty ${title}`;
    beforeAll(() => {
      client = open();
    });

    it('adds what the form holds: ticked and half-ticked menus, numbers perhaps as texts', async () => {
      const tree = listOf(await client.get('/system/menu/treeselect'));
      expect(tree[0]).toMatchObject({ id: 1, label: expect.any(String), children: expect.any(Array) });
      const form = {
        roleId: undefined,
        roleName: `值班 ${title}`,
        roleKey,
        roleSort: title === '2.x' ? '3' : 3,
        status: '0',
        menuIds: [1, 104, 1020],
        deptIds: [],
        menuCheckStrictly: true,
        deptCheckStrictly: true,
        remark: undefined,
      };
      expect(await client.post('/system/role', form)).toEqual(done);
    });

    it('lists with search, state, number and days', async () => {
      const query = { pageNum: 1, pageSize: 10, roleName: '值班', roleKey: 'duty', status: '0' };
      const list = async (more: object = {}) =>
        rowsOf(await client.get('/system/role/list', { ...query, ...more })).find(
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

    it('reads one, with the menus ticked, and sends all of it back changed', async () => {
      const data = dataOf(await client.get(`/system/role/${roleId}`));
      const { checkedKeys, menus } = await client.get(`/system/menu/roleMenuTreeselect/${roleId}`);
      expect(checkedKeys).toEqual([1020]);
      expect(menus).toContainEqual(expect.objectContaining({ id: 1, label: '系统管理' }));
      const sent = {
        ...data,
        params: {},
        admin: false,
        flag: false,
        roleName: `夜班 ${title}`,
        menuIds: [1, 105, 1025],
      };
      expect(await client.put('/system/role', sent)).toEqual(done);
      expect(await readRole(t, roleId)).toMatchObject({ role_name: `夜班 ${title}`, menus: [1, 105, 1025] });
    });

    it('chooses departments, with the half-ticked ones sent along, and reads them as a tree', async () => {
      const { roleName } = dataOf(await client.get(`/system/role/${roleId}`));
      const body = {
        roleId,
        roleName,
        roleKey,
        dataScope: '2',
        deptIds: [100, 111, 110],
        deptCheckStrictly: true,
      };
      expect(await client.put('/system/role/dataScope', body)).toEqual(done);
      expect(await client.get(departments(roleId))).toMatchObject({
        // The whole company is under 100, and all of it is ticked.
        checkedKeys: [111],
        depts: [{ id: 100, children: [{ id: 110, children: [{ id: 111 }] }] }],
      });
    });

    it('turns the switch', async () => {
      expect(await client.put('/system/role/changeStatus', { roleId, status: '1' })).toEqual(done);
      expect(await client.put('/system/role/changeStatus', { roleId, status: '0' })).toEqual(done);
    });

    it('assigns users and takes them off, one and many', async () => {
      const query = { pageNum: 1, pageSize: 10, roleId, userName: undefined, phonenumber: undefined };
      const names = async (path: string) =>
        rowsOf(await client.get(path, query)).map((row) => row['userName']);
      expect(await names('/system/role/authUser/unallocatedList')).toContain('lin');
      const several = { roleId, userIds: `${userId}` };
      expect(await client.put('/system/role/authUser/selectAll', undefined, several)).toEqual(done);
      expect(await names('/system/role/authUser/allocatedList')).toEqual(['lin']);
      expect(await client.put('/system/role/authUser/cancel', { userId, roleId })).toEqual(done);
      await client.put('/system/role/authUser/selectAll', undefined, several);
      expect(await client.put('/system/role/authUser/cancelAll', undefined, several)).toEqual(done);
      expect(await names('/system/role/authUser/allocatedList')).toEqual([]);
    });

    it('offers roles for choosing', async () => {
      const keys = listOf(await client.get('/system/role/optionselect')).map((row) => row['roleKey']);
      expect(keys).toContain(roleKey);
    });

    it('takes the export its own way', async () => {
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
      const { bytes } = await (title === '2.x' ? fetchOld() : fetchNew());
      const { header, rows } = openWorkbook(bytes);
      for (const heading of ['角色名称', '权限字符', '显示顺序', '数据范围', '状态'])
        expect(header).toContain(heading);
      expect(rows).toMatchObject([{ 权限字符: roleKey, 数据范围: '自定义' }]);
    });

    it('deletes', async () => {
      expect(await client.delete(`/system/role/${roleId}`)).toEqual(done);
      await expect(client.get(`/system/role/${roleId}`)).rejects.toThrow(translate('zh', 'errors.row.gone'));
    });
  },
);
