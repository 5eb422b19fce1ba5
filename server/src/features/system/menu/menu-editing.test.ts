import type { RouteNode } from '@limpid/contract/system/session';
import { afterAll, describe, expect, it } from 'vitest';
import { translate } from '../../../platform/texts.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import {
  listPaths,
  type MenuValues,
  menuError,
  menuLabel,
  menuPath,
  openMenuFixture,
  screenFields,
} from './menu.fixture.ts';

const fixture = await openMenuFixture();
afterAll(() => fixture.t.close());
const { t, admin, add, list, find, addAndGetId, edit, remove, routes } = fixture;

describe('a menu', () => {
  it('has three names, and appears in the routes at once in the language of the request', async () => {
    const names = { menuName: '巡检', menuNameEn: 'Rounds', menuNameFr: 'Rondes' };
    const menuId = await addAndGetId({ ...names, menuType: 'M', path: 'rounds', icon: 'guide' });
    await addAndGetId({
      ...screenFields,
      menuName: '巡检记录',
      parentId: menuId,
      path: 'record',
      isCache: '1',
      perms: 'a:b:c',
    });
    const { body } = await t.send('GET', '/getRouters?lang=fr_FR', { token: admin });
    const node = (body['data'] as RouteNode[]).find((one) => one.path === '/rounds');
    expect(node?.meta).toEqual({ title: 'Rondes', icon: 'guide', noCache: false });
    expect(node?.children?.[0]).toMatchObject({ path: 'record', name: 'Record', meta: { noCache: true } });
  });

  it('is found by its names, visibility and status', async () => {
    for (const query of ['?menuName=Rond', '?menuName=round', '?menuName=巡检'])
      expect((await list(admin, query)).map((row) => row['path'])).toContain('rounds');
    await edit('巡检记录', { visible: '1' });
    expect(await list(admin, '?visible=1')).toMatchObject([{ menuName: '巡检记录' }]);
    expect(await list(admin, '?status=1')).toEqual([]);
  });

  it('keeps only the fields of its type', async () => {
    await addAndGetId({
      ...screenFields,
      menuName: '多余',
      menuType: 'F',
      path: 'x',
      icon: 'user',
      perms: 'x:y:z',
      visible: '1',
    });
    expect(await find('多余')).toMatchObject({
      path: '',
      component: null,
      icon: '#',
      visible: '0',
      perms: 'x:y:z',
    });
    await addAndGetId({ ...screenFields, menuName: '变', path: 'change', perms: 'x:y:q', query: '{"a":1}' });
    expect((await edit('变', { menuType: 'M' })).code).toBe(200);
    expect(await find('变')).toMatchObject({ path: 'change', component: null, perms: null, query: null });
  });

  it.each<[MenuValues, string, string]>([
    [{ menuType: 'M', path: '' }, 'field.required', 'path'],
    [{ ...screenFields, path: '' }, 'field.required', 'path'],
    [{ ...screenFields, path: 'p', component: '' }, 'field.required', 'component'],
    [{ menuType: 'F', perms: '' }, 'field.required', 'perms'],
    [{ menuType: 'M', path: 'p', menuName: '' }, 'field.required', 'menuName'],
    [{ menuType: 'M', path: 'p', orderNum: '' }, 'field.required', 'orderNum'],
    [{ ...screenFields, path: 'p', query: 'a=1' }, 'field.json', 'query'],
    [{ menuType: 'F', perms: '*:*:*' }, 'field.pattern', 'perms'],
    [{ menuType: 'F', perms: 'all' }, 'field.pattern', 'perms'],
    [{ ...screenFields, path: 'p', component: '../x' }, 'field.pattern', 'component'],
    [{ ...screenFields, path: 'p', visible: '5' }, 'field.choice', 'visible'],
    [{ menuType: 'X', path: 'p' }, 'field.choice', 'menuType'],
  ])('with %j is rejected: %s of %s', async (wrong, key, field) => {
    expect(await add({ menuName: '错', ...wrong })).toMatchObject(menuError(key, field, menuLabel(field)));
  });

  it('has a valid path', async () => {
    for (const wrong of ['a b', 'a?x', '../up', 'javascript:alert(1)', '//evil.example', 'a//b', ':id'])
      expect(await add({ menuName: '错', menuType: 'M', path: wrong })).toMatchObject({
        code: 500,
        field: 'path',
      });
    expect(await add({ menuName: '中文', menuType: 'M', path: '巡检-1/a.b' })).toMatchObject({ code: 200 });
    await remove('中文');
  });
});

describe('a link', () => {
  const link = { menuName: '链接', menuType: 'C', isFrame: '0' };

  it('to another site must start with http:// or https://', async () => {
    for (const wrong of ['example.com', 'javascript:alert(1)', 'ftp://x', 'http://', 'data:text/html,x'])
      expect(await add({ ...link, path: wrong })).toMatchObject(menuError('menu.link', 'path'));
    expect(await add({ ...link, path: 'https://example.com/a?b=1' })).toMatchObject({ code: 200 });
    expect((await routes()).at(-1) ?? {}).toBeDefined();
    expect(listPaths(await routes())).toContain('https://example.com/a?b=1');
  });

  it('inside the console needs no component', async () => {
    const embedded = { ...link, isFrame: '1', menuName: '内嵌', path: 'http://www.example.com:8080/x' };
    expect(await add({ ...embedded, component: 'system/post/index' })).toMatchObject({ code: 200 });
    expect(await find('内嵌')).toMatchObject({ component: null });
    const node = (await routes())
      .flatMap(({ children = [] }) => children)
      .find(({ meta }) => meta?.title === '内嵌');
    expect(node).toMatchObject({
      component: 'InnerLink',
      path: 'example/com/8080/x',
      meta: { link: 'http://www.example.com:8080/x' },
    });
  });
});

describe('the parent of a menu', () => {
  it('is neither itself nor a descendant', async () => {
    const top = await addAndGetId({ menuName: '一', menuType: 'M', path: 'one' });
    const middle = await addAndGetId({ menuName: '二', menuType: 'M', path: 'two', parentId: top });
    const low = await addAndGetId({ menuName: '三', menuType: 'M', path: 'three', parentId: middle });
    expect(await edit('一', { parentId: top })).toMatchObject(menuError('menu.own_parent', 'parentId'));
    expect(await edit('一', { parentId: middle })).toMatchObject(menuError('menu.below_itself', 'parentId'));
    expect(await edit('一', { parentId: low })).toMatchObject(menuError('menu.below_itself', 'parentId'));
    expect(await edit('三', { parentId: top })).toMatchObject({ code: 200 });
    const moves = [edit('二', { parentId: low }), edit('三', { parentId: middle })];
    expect((await Promise.all(moves)).map(({ code }) => code).sort()).toEqual([200, 500]);
  });

  it('is a catalog for catalogs and screens, and never a button', async () => {
    const form = await addAndGetId({ ...screenFields, menuName: '屏', path: 'form' });
    const right = await addAndGetId({ menuName: '钮', menuType: 'F', perms: 'u:v:w', parentId: form });
    expect(await add({ ...screenFields, menuName: '错', path: 'q', parentId: form })).toMatchObject(
      menuError('menu.below_screen', 'parentId'),
    );
    expect(await add({ menuName: '错', menuType: 'F', perms: 'u:v:x', parentId: right })).toMatchObject(
      menuError('menu.below_button', 'parentId'),
    );
    const link = Number((await find('链接'))['menuId']);
    expect(await add({ ...screenFields, menuName: '错', path: 'q', parentId: link })).toMatchObject(
      menuError('menu.below_screen', 'parentId'),
    );
    expect(await add({ ...screenFields, menuName: '错', path: 'q', parentId: 99_999 })).toMatchObject(
      menuError('field.choice', 'parentId', menuLabel('parentId')),
    );
  });

  it('keeps the type that its children need', async () => {
    const kind = menuError('menu.children_left', 'menuType');
    expect(await edit('屏', { menuType: 'F', perms: 'u:v:y' })).toMatchObject(kind);
    expect(await edit('巡检', { menuType: 'C', component: 'system/post/index' })).toMatchObject(kind);
    expect(await edit('屏', { menuType: 'M' })).toMatchObject({ code: 200 });
  });
});

describe('a menu in conflict with another', () => {
  it('cannot have the name of a sibling', async () => {
    const taken = menuError('field.taken', 'menuName', menuLabel('menuName'));
    expect(await add({ menuName: '巡检', menuType: 'M', path: 'other' })).toMatchObject(taken);
    expect(await edit('一', { menuName: '巡检' })).toMatchObject(taken);
  });

  it('cannot have the path of another, relative or in full', async () => {
    const rounds = Number((await find('巡检'))['menuId']);
    const same = (name: string) => menuError('menu.path_taken', 'path', { name });
    const more = { ...screenFields, menuName: '同', routeName: 'Unique' };
    expect(await add({ ...more, path: 'record', parentId: rounds })).toMatchObject(same('巡检记录'));
    expect(await add({ ...more, path: 'Record', parentId: rounds })).toMatchObject(same('巡检记录'));
    expect(await add({ ...more, path: 'rounds' })).toMatchObject(same('巡检'));
    expect(await add({ ...more, path: '/rounds/record' })).toMatchObject(same('巡检记录'));
    expect(await edit('一', { path: 'rounds' })).toMatchObject(same('巡检'));
  });

  it('cannot have a path of the console itself', async () => {
    for (const own of ['login', '/index', '404', 'user/profile', 'redirect/x'])
      expect(await add({ ...screenFields, menuName: '占', path: own })).toMatchObject(
        menuError('menu.path_reserved', 'path'),
      );
  });

  it('cannot have the route name of another, explicit or derived from its path', async () => {
    const same = menuError('menu.route_name_taken', 'routeName', { name: '巡检记录' });
    expect(await add({ ...screenFields, menuName: '同', path: 'record' })).toMatchObject(same);
    expect(await add({ ...screenFields, menuName: '同', path: 'free', routeName: 'RECORD' })).toMatchObject(
      same,
    );
    const given = { ...screenFields, menuName: '同', path: 'record', routeName: 'Elsewhere' };
    expect(await add(given)).toMatchObject({ code: 200 });
    expect(await edit('同', { menuName: '不同' })).toMatchObject({ code: 200 });
  });
});

describe('deleting a menu', () => {
  const warning = (key: string, name: string) => ({
    code: 601,
    msg: translate('zh', `errors.menu.${key}`, { name }),
  });

  it('is rejected if it has children or is granted to a role', async () => {
    expect(await remove('巡检')).toMatchObject(warning('has_children', '巡检'));
    const { menuId } = await find('巡检记录');
    await t.app.pool.query('insert into sys_role_menu values (3, $1)', [menuId]);
    expect(await remove('巡检记录')).toMatchObject(warning('granted', '巡检记录'));
    await t.app.pool.query('delete from sys_role_menu where menu_id = $1', [menuId]);
    expect(await remove('巡检记录')).toMatchObject({ code: 200 });
    expect(await remove('巡检')).toMatchObject({ code: 200 });
  });
});

describe('a built-in menu', () => {
  it('can be renamed, hidden, disabled, reordered, and given another icon', async () => {
    const change = { menuName: '岗位', menuNameFr: 'Fonctions', orderNum: 99, visible: '1', icon: 'star' };
    expect(await edit('岗位管理', change)).toMatchObject({ code: 200 });
    expect(await edit('岗位', { status: '1' })).toMatchObject({ code: 200 });
    expect(listPaths(await routes())).not.toContain('post');
    expect(await edit('岗位', { status: '0', visible: '0' })).toMatchObject({ code: 200 });
    expect(await find('岗位')).toMatchObject({ ...change, visible: '0' });
  });

  it.each([
    ['path', 'elsewhere'],
    ['component', 'index'],
    ['perms', 'system:post:edit'],
    ['menuType', 'M'],
    ['isFrame', '0'],
    ['parentId', 0],
    ['routeName', 'Other'],
  ])('keeps its %s', async (field, value) => {
    expect(await edit('岗位', { [field]: value })).toMatchObject(
      menuError('menu.built_in_field', field, menuLabel(field)),
    );
  });

  it('cannot be deleted', async () => {
    await t.app.pool.query('delete from sys_role_menu where menu_id = 1020');
    const { body } = await t.send('DELETE', `${menuPath}/1020`, { token: admin });
    expect(body).toMatchObject({ code: 601, msg: translate('zh', 'errors.menu.built_in', { name: '查询' }) });
  });

  it('stays enabled and visible if it leads to the screen of menus', async () => {
    for (const name of ['菜单管理', '系统管理']) {
      expect(await edit(name, { status: '1' })).toMatchObject(
        menuError('menu.keeps_way', 'status', { name }),
      );
      expect(await edit(name, { visible: '1' })).toMatchObject(
        menuError('menu.keeps_way', 'visible', { name }),
      );
      expect(await edit(name, { orderNum: 50 })).toMatchObject({ code: 200 });
    }
    expect(listPaths(await routes())).toContain('menu');
  });
});

describe('permissions', () => {
  it('of a disabled menu end at the next request, and return when enabled', async () => {
    const menuId = await addAndGetId({
      menuName: '看岗位',
      menuType: 'F',
      perms: 'system:post:query',
      parentId: 1,
    });
    const userId = await addPerson(t, '看客', []);
    await t.app.pool.query(
      `with r as (insert into sys_role (role_name, role_key, data_scope) values ('看', 'look', '1') returning role_id),
        g as (insert into sys_role_menu select role_id, $2 from r)
      insert into sys_user_role select $1, role_id from r`,
      [userId, menuId],
    );
    const token = await t.login('看客', personPassword);
    const look = async () => (await t.send('GET', '/system/post/1', { token })).body.code;
    expect(await look()).not.toBe(403);
    await edit('看岗位', { status: '1' });
    expect(await look()).toBe(403);
    await edit('看岗位', { status: '0', perms: 'system:post:list, system:post:query' });
    expect(await look()).not.toBe(403);
  });
});
