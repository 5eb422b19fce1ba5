import type { RouteNode } from '@limpid/contract/system/session';
import { expect, test } from 'vitest';
import { findContentRoute, listContentRoutes } from './content-routes.ts';
import { buildMenu, groupsAbove, listSearchEntries } from './menu.ts';
import { readRouteTree } from './route-tree.ts';

const meta = (title: string, extra = {}) => ({ title, icon: 'post', noCache: false, ...extra });
const leaf = (path: string, component: string, extra: Partial<RouteNode> = {}): RouteNode => ({
  path,
  component,
  hidden: false,
  meta: meta(path),
  ...extra,
});
const group = (path: string, children: RouteNode[], extra: Partial<RouteNode> = {}): RouteNode => ({
  path,
  component: 'Layout',
  hidden: false,
  alwaysShow: true,
  redirect: 'noRedirect',
  meta: meta(path),
  children,
  ...extra,
});
const known = new Set(['system/post/index', 'system/dict/index']);
const read = (...nodes: RouteNode[]) => readRouteTree(nodes, (component) => known.has(component));
const post = leaf('post', 'system/post/index');

test('joins the paths of nested groups', () => {
  const tree = read(group('/system', [group('log', [post], { component: 'ParentView' })]));
  expect(listContentRoutes(tree).map((route) => route.path)).toEqual(['/system/log/post']);
  expect(listContentRoutes(tree)[0]?.trail).toEqual(['/system', 'log']);
});

test('leaves out screens that do not exist and groups without screens', () => {
  const tree = read(group('/a', [leaf('b', 'nowhere/index')]), group('/system', [post, leaf('c', 'x/y')]));
  expect(buildMenu(tree).map((entry) => entry.key)).toEqual(['/system']);
  expect(findContentRoute(listContentRoutes(tree), '/a/b')).toBeUndefined();
});

test('leaves a hidden page out of the menu but gives it a route', () => {
  const tree = read(group('/system', [post, { ...leaf('dict', 'system/dict/index'), hidden: true }]));
  expect(buildMenu(tree)[0]?.children.map((entry) => entry.key)).toEqual(['/system/post']);
  expect(findContentRoute(listContentRoutes(tree), '/system/dict')?.title).toBe('dict');
});

test('replaces a group by its single child unless the group is always shown', () => {
  expect(buildMenu(read(group('/system', [post], { alwaysShow: false })))[0]?.key).toBe('/system/post');
  expect(buildMenu(read(group('/system', [post])))[0]?.key).toBe('/system');
});

test('shows a page at the root without a group', () => {
  const root = { path: '/', component: 'Layout', hidden: false, children: [post] };
  expect(buildMenu(read(root))).toMatchObject([{ key: '/post', children: [] }]);
});

test('opens the address of an external link and frames an inner link', () => {
  const tree = read(
    leaf('https://example.org/a', 'Layout'),
    group('/system', [
      leaf('example/org?x', 'InnerLink', { meta: meta('in', { link: 'https://example.org' }) }),
    ]),
  );
  const [external] = buildMenu(tree);
  expect(external).toMatchObject({ to: 'https://example.org/a', external: true });
  expect(listContentRoutes(tree)).toMatchObject([
    { path: '/system/example/org-x', show: { link: 'https://example.org' } },
  ]);
});

test('drops an inner link that is not a web address', () => {
  const link = meta('in', { link: 'javascript:alert(1)' });
  expect(read(group('/s', [leaf('x', 'InnerLink', { meta: link })]))).toEqual([]);
});

test('adds fixed parameters of a menu to its address and ignores invalid ones', () => {
  const to = (query: string) => buildMenu(read({ ...post, path: '/post', query }))[0]?.to;
  expect(to('{"status":"1"}')).toBe('/post?status=1');
  expect(to('{broken')).toBe('/post');
});

test('checks path parameters', () => {
  const [route] = listContentRoutes(read({ ...post, path: '/dict/type/data/:dictId' }));
  const routes = route ? [{ ...route, params: { dictId: /^\d+$/ } }] : [];
  expect(findContentRoute(routes, '/dict/type/data/12')).toBeDefined();
  expect(findContentRoute(routes, '/dict/type/data/x')).toBeUndefined();
});

test('finds the groups above an entry and its title path', () => {
  const menu = buildMenu(read(group('/system', [group('log', [post], { component: 'ParentView' })])));
  expect(groupsAbove(menu, '/system/log/post')).toEqual(['/system', '/system/log']);
  const [home] = listContentRoutes(read({ ...post, path: '/index' }));
  if (!home) throw new Error('the home page is missing');
  expect(listSearchEntries(home, menu).map((entry) => [...entry.trail, entry.title])).toEqual([
    ['post'],
    ['/system', 'log', 'post'],
  ]);
});
