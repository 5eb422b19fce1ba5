import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { listPaths, menuError, menuLabel, menuPath, openMenuFixture, screenFields } from './menu.fixture.ts';

const fixture = await openMenuFixture();
afterAll(() => fixture.t.close());
const { t, admin, add, list, addAndGetId, edit, remove, routes } = fixture;

describe('a caller who is not an administrator', () => {
  const rights = ['list', 'query', 'add', 'edit', 'remove'].map((action) => `system:menu:${action}`);
  let token: string;
  beforeAll(async () => {
    await addPerson(t, '管菜单', [{ permissions: rights }]);
    token = await t.login('管菜单', personPassword);
  });
  const own = async () => (await list(token)).map((row) => row['menuName']);

  it('sees only menus of their roles', async () => {
    expect((await own()).sort()).toEqual([...rights].sort());
    const { body } = await t.send('GET', `${menuPath}/treeselect`, { token });
    expect((body['data'] as { label: string }[]).map((node) => node.label).sort()).toEqual(
      [...rights].sort(),
    );
    expect((await t.send('GET', `${menuPath}/1`, { token })).body.code).toBe(500);
  });

  it('cannot change, remove, sort or extend other menus', async () => {
    expect((await edit('岗位管理', { menuName: '夺' }, token)).code).toBe(500);
    await addAndGetId({ menuName: '别人的', menuType: 'M', path: 'theirs' });
    expect((await remove('别人的', token)).code).toBe(500);
    const json = { menuIds: '104', orderNums: '1' };
    expect((await t.send('PUT', `${menuPath}/updateSort`, { token, json })).body.code).toBe(500);
    const inside = { ...screenFields, menuName: '插入', path: 'inside', parentId: 1 };
    expect(await add(inside, token)).toMatchObject(
      menuError('field.choice', 'parentId', menuLabel('parentId')),
    );
  });

  it('cannot add permissions that they do not hold to a menu', async () => {
    const denied = (perms: string) => menuError('menu.perms_not_held', 'perms', { perms });
    const [mine = ''] = rights;
    const user = 'system:user:remove';
    expect(await edit(mine, { perms: user }, token)).toMatchObject(denied(user));
    expect(await edit(mine, { perms: `${mine}, ${user}` }, token)).toMatchObject(denied(user));
    expect(await add({ menuName: '新', menuType: 'F', perms: user }, token)).toMatchObject(denied(user));
    expect(await edit(mine, { orderNum: 5 }, token)).toMatchObject({ code: 200 });
  });

  it('cannot widen the scope of a permission by adding it to a menu of a wider role, or by enabling that menu', async () => {
    const narrow = 'system:post:remove';
    await addPerson(t, '窄', [
      { permissions: [rights.join(), 'x:wide:list'] },
      { permissions: [narrow], dataScope: '5' },
    ]);
    const clerk = await t.login('窄', personPassword);
    const denied = (field: string) => menuError('grant.menu_role', field, { name: 'role of 窄' });
    expect(await edit('x:wide:list', { perms: `x:wide:list,${narrow}` }, clerk)).toMatchObject(
      denied('perms'),
    );
    expect(await edit(narrow, { perms: `${narrow},x:wide:list` }, clerk)).toMatchObject({ code: 200 });
    await edit('x:wide:list', { perms: narrow, status: '1' });
    expect(await edit('x:wide:list', { status: '0' }, clerk)).toMatchObject(denied('status'));
    expect(await edit('x:wide:list', { status: '0' })).toMatchObject({ code: 200 });
  });

  it('cannot remove permissions of their own roles', async () => {
    const [mine = ''] = rights;
    expect(await edit(mine, { status: '1' }, token)).toMatchObject(menuError('menu.own', 'status'));
    expect(await edit(mine, { perms: rights[1] }, token)).toMatchObject(menuError('menu.own', 'perms'));
  });

  it('does not see menus that an earlier user of the same name added', async () => {
    await t.app.pool.query(
      `insert into sys_menu (menu_name, menu_type, path, create_by, create_time)
       values ('旧的', 'M', 'old', '管菜单', now() - interval '1 day')`,
    );
    expect(await own()).not.toContain('旧的');
  });

  it('sees menus that they added, without having them in a role', async () => {
    expect(await add({ menuName: '我的', menuType: 'M', path: 'mine' }, token)).toMatchObject({ code: 200 });
    expect(await own()).toContain('我的');
    expect(listPaths(await routes(token))).not.toContain('/mine');
    const { body } = await t.send('GET', `${menuPath}/treeselect`, { token });
    expect(JSON.stringify(body['data'])).not.toContain('我的');
    expect(await remove('我的', token)).toMatchObject({ code: 200 });
  });

  it('is rejected without the permission', async () => {
    await addPerson(t, '无权', [{ permissions: ['system:post:list'] }]);
    const other = await t.login('无权', personPassword);
    for (const [method, address] of [
      ['GET', '/list'],
      ['GET', '/1'],
      ['POST', ''],
      ['PUT', ''],
      ['PUT', '/updateSort'],
      ['DELETE', '/1'],
      ['GET', '/roleMenuTreeselect/1'],
    ]) {
      const { body } = await t.send(method ?? '', menuPath + address, { token: other });
      expect([address, body.code]).toEqual([address, 403]);
    }
  });
});

describe('the menus of a role', () => {
  const ticked = async (roleId: number, token = admin) =>
    (await t.send('GET', `${menuPath}/roleMenuTreeselect/${roleId}`, { token })).body;

  it('leave out menus with granted children if checkboxes are linked', async () => {
    const body = await ticked(3);
    const keys = body['checkedKeys'] as number[];
    expect(keys).toContain(1025);
    expect(keys).not.toContain(1);
    expect(keys).not.toContain(105);
    expect(body['menus']).toEqual(
      (await t.send('GET', `${menuPath}/treeselect`, { token: admin })).body['data'],
    );
    await t.app.pool.query('update sys_role set menu_check_strictly = false where role_id = 3');
    expect((await ticked(3))['checkedKeys']).toEqual(expect.arrayContaining([1, 105, 1025]));
  });

  it('have names in the language of the request', async () => {
    const { body } = await t.send('GET', `${menuPath}/treeselect?lang=fr_FR`, { token: admin });
    expect((body['data'] as { id: number; label: string }[]).find(({ id }) => id === 1)?.label).toBe(
      'Système',
    );
  });

  it('need the permission to read roles', async () => {
    await addPerson(t, '路人', [{ permissions: ['system:post:list'] }]);
    expect((await ticked(3, await t.login('路人', personPassword))).code).toBe(403);
  });

  it('contain only menus that the caller has', async () => {
    await addPerson(t, '管角色', [{ permissions: ['system:role:query'] }]);
    const body = await ticked(3, await t.login('管角色', personPassword));
    expect(body).toMatchObject({ code: 200, checkedKeys: [] });
    expect(body['menus']).toMatchObject([{ label: 'system:role:query' }]);
  });

  it('do not exist for an unknown or invisible role', async () => {
    expect(await ticked(9999)).toMatchObject({ code: 500 });
    await addPerson(t, '只管自己', [{ permissions: ['system:role:query'], dataScope: '5' }]);
    expect(await ticked(3, await t.login('只管自己', personPassword))).toMatchObject({ code: 500 });
  });
});
