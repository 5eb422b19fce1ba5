import type { RouteNode } from '@limpid/contract/system/session';
import { describe, expect, it } from 'vitest';
import { buildRoutes } from './menu.rule.ts';
import type { Menu } from './menu.store.ts';

const blank: Menu = {
  menuId: 1,
  parentId: 0,
  menuName: '菜单',
  menuNameEn: 'Menu',
  menuNameFr: 'Carte',
  path: 'menu',
  component: null,
  query: null,
  routeName: null,
  isFrame: '1',
  isCache: '0',
  menuType: 'C',
  visible: '0',
  icon: 'tree',
};
const menu = (facts: Partial<Menu>): Menu => ({ ...blank, ...facts });
const catalog = menu({ menuId: 1, menuType: 'M', path: 'system', icon: 'system' });
const meta = { title: '菜单', icon: 'tree', noCache: false };
const build = (...menus: Menu[]) => buildRoutes(menus, 'zh');
const nested = (facts: Partial<Menu>) =>
  build(catalog, menu({ menuId: 2, parentId: 1, ...facts }))[0]?.children?.[0];

describe('a menu at the root', () => {
  it.each<[what: string, facts: Partial<Menu>, node: RouteNode]>([
    [
      'has a layout and a path with a slash if it is a catalog',
      { menuType: 'M', path: 'system' },
      { name: 'System', path: '/system', hidden: false, component: 'Layout', meta },
    ],
    [
      'keeps a path that already begins with a slash',
      { menuType: 'M', path: '/system' },
      { name: '/system', path: '/system', hidden: false, component: 'Layout', meta },
    ],
    [
      'is wrapped into a layout if it is a screen',
      { path: 'post', component: 'system/post/index' },
      {
        path: '/',
        hidden: false,
        component: 'Layout',
        children: [{ name: 'Post', path: 'post', hidden: false, component: 'system/post/index', meta }],
      },
    ],
    [
      'is hidden together with its layout',
      { path: 'post', component: 'system/post/index', visible: '1' },
      {
        path: '/',
        hidden: true,
        component: 'Layout',
        children: [{ name: 'Post', path: 'post', hidden: true, component: 'system/post/index', meta }],
      },
    ],
    [
      'becomes a page with a frame if it is an inner link',
      { menuType: 'C', path: 'https://www.example.org:8443/map' },
      {
        path: '/',
        hidden: false,
        component: 'Layout',
        children: [
          {
            name: 'Https://www.example.org:8443/map',
            path: 'example/org/8443/map',
            hidden: false,
            component: 'InnerLink',
            meta: { ...meta, link: 'https://www.example.org:8443/map' },
          },
        ],
      },
    ],
    [
      'keeps its address if it is an external link',
      { menuType: 'M', path: 'http://example.org', isFrame: '0' },
      {
        name: 'Http://example.org',
        path: 'http://example.org',
        hidden: false,
        component: 'Layout',
        meta: { ...meta, link: 'http://example.org' },
      },
    ],
  ])('%s', (_what, facts, node) => {
    expect(build(menu(facts))).toEqual([node]);
  });
});

describe('a menu inside a catalog', () => {
  it.each<[what: string, facts: Partial<Menu>, node: RouteNode]>([
    [
      'keeps its component if it is a screen',
      { path: 'post', component: 'system/post/index' },
      { name: 'Post', path: 'post', hidden: false, component: 'system/post/index', meta },
    ],
    [
      'is a view of its parent if it is a catalog',
      { menuType: 'M', path: 'log' },
      { name: 'Log', path: 'log', hidden: false, component: 'ParentView', meta },
    ],
    [
      'becomes a page with a frame if it is an inner link',
      { path: 'http://10.0.0.1/docs' },
      {
        name: 'Http://10.0.0.1/docs',
        path: '10/0/0/1/docs',
        hidden: false,
        component: 'InnerLink',
        meta: { ...meta, link: 'http://10.0.0.1/docs' },
      },
    ],
    [
      'carries visibility, caching, query and route name',
      {
        path: 'post',
        component: 'c',
        visible: '1',
        isCache: '1',
        query: '{"id": 1}',
        routeName: 'postScreen',
      },
      {
        name: 'PostScreen',
        path: 'post',
        hidden: true,
        component: 'c',
        query: '{"id": 1}',
        meta: { ...meta, noCache: true },
      },
    ],
  ])('%s', (_what, facts, node) => {
    expect(nested(facts)).toEqual(node);
  });

  it('as an external link has the URL as its path', () => {
    expect(nested({ path: 'https://example.org/a.b', isFrame: '0' })).toMatchObject({
      path: 'https://example.org/a.b',
      meta: { link: 'https://example.org/a.b' },
    });
  });
});

describe('the tree', () => {
  it('marks a catalog with children as always shown and not clickable', () => {
    const [node] = build(catalog, menu({ menuId: 2, parentId: 1, component: 'x' }));
    expect(node).toMatchObject({ alwaysShow: true, redirect: 'noRedirect', children: [{ component: 'x' }] });
    expect(build(catalog)[0]).not.toHaveProperty('children');
    expect(build(catalog)[0]).not.toHaveProperty('redirect');
  });

  it('keeps the order of menus at any depth', () => {
    const [node] = build(
      catalog,
      menu({ menuId: 3, parentId: 1, menuType: 'M', path: 'b' }),
      menu({ menuId: 2, parentId: 1, path: 'a', component: 'a' }),
      menu({ menuId: 5, parentId: 3, path: 'd', component: 'd' }),
      menu({ menuId: 4, parentId: 3, path: 'c', component: 'c' }),
    );
    expect(node?.children?.map(({ path }) => path)).toEqual(['b', 'a']);
    expect(node?.children?.[0]?.children?.map(({ path }) => path)).toEqual(['d', 'c']);
  });

  it('leaves out menus with an unknown parent, and survives cycles', () => {
    const lost = menu({ menuId: 2, parentId: 99 });
    const circle = [menu({ menuId: 3, parentId: 4, menuType: 'M' }), menu({ menuId: 4, parentId: 3 })];
    expect(build(lost, ...circle)).toEqual([]);
  });

  it.each([
    ['zh', '菜单'],
    ['en', 'Menu'],
    ['fr', 'Carte'],
  ] as const)('is translated to %s', (language, title) => {
    expect(buildRoutes([catalog], language)[0]?.meta?.title).toBe(title);
  });

  it.each([
    ['en', null],
    ['fr', ''],
  ] as const)('falls back to Chinese if %s is missing', (language, missing) => {
    const untranslated = { ...catalog, menuNameEn: missing, menuNameFr: missing };
    expect(buildRoutes([untranslated], language)[0]?.meta?.title).toBe('菜单');
  });
});
