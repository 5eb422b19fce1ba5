import type { RouteNode } from '@limpid/contract/system/session';
import { describe, expect, it } from 'vitest';
import { adaptRoutes } from './family-routes.rule.ts';

const meta = (icon: string) => ({ title: 'x', icon, noCache: false });
const screen = (name: string, path: string, icon = 'user'): RouteNode => ({
  name,
  path,
  hidden: false,
  component: `x/${path}/index`,
  meta: meta(icon),
});
const catalogue = (name: string, path: string, component: string, children: RouteNode[]): RouteNode => ({
  name,
  path,
  hidden: false,
  component,
  meta: meta('system'),
  children,
});

describe('routes for clients of the family', () => {
  it('have unique names that differ from pages of the clients', () => {
    const [root] = adaptRoutes([
      catalogue('Data', '/data', 'Layout', [screen('Profile', 'profile'), screen('DataMenu', 'menu')]),
    ]);
    expect([root?.name, ...(root?.children ?? []).map(({ name }) => name)]).toEqual([
      'DataMenuMenu',
      'ProfileMenu',
      'DataMenu',
    ]);
  });

  it('have icons that the clients know', () => {
    const icons = ['user', 'map', 'no such icon', '#', ''];
    const [root] = adaptRoutes([
      catalogue(
        'A',
        '/a',
        'Layout',
        icons.map((icon, i) => screen(`S${i}`, `s${i}`, icon)),
      ),
    ]);
    expect(root?.children?.map(({ meta: own }) => own?.icon)).toEqual([
      'user',
      'guide',
      'component',
      '#',
      '',
    ]);
  });

  it('reach screens of nested catalogs also in clients without a nested view', () => {
    const operlog = screen('Operlog', 'operlog');
    const deep = screen('Deep', 'deep');
    const nested = catalogue('Log', 'log', 'ParentView', [
      operlog,
      catalogue('More', 'more', 'ParentView', [deep]),
    ]);
    const [root] = adaptRoutes([catalogue('System', '/system', 'Layout', [screen('User', 'user'), nested])]);
    expect(root?.children).toEqual([
      { ...operlog, path: 'log/operlog', hidden: true },
      { ...deep, path: 'log/more/deep', hidden: true },
      screen('User', 'user'),
      catalogue('Log', 'log', 'ParentView', [
        { ...operlog, name: 'OperlogNested' },
        catalogue('More', 'more', 'ParentView', [{ ...deep, name: 'DeepNested' }]),
      ]),
    ]);
  });
});
