import { afterAll, describe, expect, it } from 'vitest';
import { translate } from '../../src/platform/texts.ts';
import { openTestApp } from '../../src/testing/app.ts';
import { familyGenerations, type JsonFields, responseData, responseList } from './family-client.fixture.ts';

const t = await openTestApp();
const token = await t.login();
afterAll(() => t.close());

const done = { code: 200, msg: translate('zh', 'server.done') };
/** Fields of every row of the family, which its screens send back. */
const extras = {
  searchValue: null,
  createBy: 'someone',
  updateBy: null,
  updateTime: null,
  remark: null,
  params: {},
  children: [],
  parentName: null,
};

describe.each(familyGenerations)('a $generation client', ({ generation, makeClient }) => {
  const client = makeClient(t, token);
  const find = async (path: string, query: JsonFields) =>
    responseList(await client.get(`${path}/list`, query))[0];

  it('lists departments flat, each with its parent', async () => {
    const [top] = responseList(
      await client.get('/system/dept/list', { deptName: undefined, status: undefined }),
    );
    expect(top).toMatchObject({ deptId: 100, parentId: 0, deptName: 'Limpid', orderNum: 0, status: '0' });
    expect(top?.['createTime']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('adds, reads, changes and deletes a department', async () => {
    const deptName = `运维 ${generation}`;
    const form = {
      deptId: undefined,
      parentId: 100,
      deptName,
      orderNum: '3',
      leader: undefined,
      status: '0',
    };
    expect(await client.post('/system/dept', form)).toEqual(done);
    const found = await find('/system/dept', { deptName });
    const deptId = String(found?.['deptId']);
    const path = `/system/dept/${deptId}`;
    const whole = responseData(await client.get(path));
    expect(whole).toEqual(found);
    const parents = responseList(await client.get(`/system/dept/list/exclude/${deptId}`));
    expect(parents.map((row) => row['deptId'])).toContain(100);
    expect(parents.map((row) => row['deptId'])).not.toContain(found?.['deptId']);
    const sent = {
      ...extras,
      delFlag: '0',
      ancestors: '0,1,2',
      ...whole,
      leader: '李工',
      phone: '13800000000',
    };
    expect(await client.put('/system/dept', sent)).toEqual(done);
    expect(whole).toMatchObject({ ancestors: '0,100', createBy: 'admin', updateBy: null, updateTime: null });
    expect(responseData(await client.get(path))).toEqual({
      ...whole,
      leader: '李工',
      phone: '13800000000',
      updateBy: 'admin',
      updateTime: expect.any(String),
    });
    const order = { deptIds: `100,${String(found?.['deptId'])}`, orderNums: '0,4' };
    expect(await client.put('/system/dept/updateSort', order)).toEqual(done);
    expect(responseData(await client.get(path))['orderNum']).toBe(4);
    expect(await client.delete(path)).toEqual(done);
  });

  it('reads the tree of departments by both of its paths', async () => {
    for (const path of ['/system/dept/treeselect', '/system/user/deptTree'])
      expect(responseList(await client.get(path))).toEqual([{ id: 100, label: 'Limpid', disabled: false }]);
  });

  it('lists menus flat, ordered by parent and order number', async () => {
    const rows = responseList(
      await client.get('/system/menu/list', { menuName: undefined, visible: undefined }),
    );
    expect(rows[0]).toMatchObject({ menuId: 1, parentId: 0, menuType: 'M', isFrame: '1', isCache: '0' });
    const places = rows.map((row) => [Number(row['parentId']), Number(row['orderNum'])] as const);
    expect(places).toEqual([...places].sort(([a, x], [b, y]) => a - b || x - y));
  });

  it('adds, reads, changes and deletes a menu', async () => {
    const menuName = `看板 ${generation}`;
    const form = {
      menuId: undefined,
      parentId: 0,
      menuName,
      icon: undefined,
      menuType: 'M',
      orderNum: 8,
      isFrame: '1',
      isCache: '0',
      visible: '0',
      status: '0',
      path: `board-${generation}`,
    };
    expect(await client.post('/system/menu', form)).toEqual(done);
    const found = await find('/system/menu', { menuName });
    expect(found).toMatchObject({ icon: '#', perms: null, component: null });
    const path = `/system/menu/${String(found?.['menuId'])}`;
    const whole = responseData(await client.get(path));
    expect(whole).toEqual(found);
    const sent = { ...extras, ...whole, perms: '', component: '', query: '', icon: 'chart', orderNum: '9' };
    expect(await client.put('/system/menu', sent)).toEqual(done);
    expect(responseData(await client.get(path))).toEqual({ ...whole, icon: 'chart', orderNum: 9 });
    const order = { menuIds: String(found?.['menuId']), orderNums: '5' };
    expect(await client.put('/system/menu/updateSort', order)).toEqual(done);
    expect(responseData(await client.get(path))['orderNum']).toBe(5);
    expect(await client.delete(path)).toEqual(done);
  });

  it('reads the tree of menus and the menus of a role', async () => {
    const tree = responseList(await client.get('/system/menu/treeselect'));
    expect(tree[0]).toMatchObject({ id: 1, label: '系统管理', children: expect.any(Array) });
    const response = await client.get('/system/menu/roleMenuTreeselect/2');
    expect(response).toMatchObject({ code: 200, menus: tree });
    expect(response['checkedKeys']).toContain(1020);
  });

  it('receives the text of an error', async () => {
    const below = { ...extras, deptId: 100, parentId: 100, deptName: 'Limpid', orderNum: 0, status: '0' };
    await expect(client.put('/system/dept', below)).rejects.toThrow(
      translate('zh', 'errors.department.own_parent'),
    );
    await expect(client.delete('/system/menu/1')).rejects.toThrow(
      translate('zh', 'errors.menu.has_children', { name: '系统管理' }),
    );
  });
});
