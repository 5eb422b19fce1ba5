import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import { isWebAddress } from '@limpid/contract/system/menu';
import type { RouteNode } from '@limpid/contract/system/session';
import type { Menu } from './menu.store.ts';

/** The route tree of the family; the form of a node depends on the type of the menu and on its parent. */
export function buildRoutes(menus: readonly Menu[], language: Language, parentId = 0): RouteNode[] {
  return menus.filter((menu) => menu.parentId === parentId).map((menu) => buildNode(menus, menu, language));
}

function buildNode(menus: readonly Menu[], menu: Menu, language: Language): RouteNode {
  const base = { hidden: menu.visible === '1', ...(menu.query && { query: menu.query }) };
  if (isRootScreen(menu)) {
    return { ...base, path: '/', component: 'Layout', children: [buildLeaf(menu, language)] };
  }
  const children = menu.menuType === 'M' ? buildRoutes(menus, language, menu.menuId) : [];
  const isRoot = menu.parentId === 0;
  return {
    ...base,
    name: nameOf(menu),
    path: isRoot && !isExternal(menu) ? `/${menu.path.replace(/^\//, '')}` : innerPath(menu),
    component: menu.component || defaultComponent(menu, isRoot),
    meta: metaOf(menu, language),
    ...(children.length > 0 && { alwaysShow: true, redirect: 'noRedirect', children }),
  };
}

/** A screen without a catalog above it is wrapped, so that it too appears inside the layout. */
function buildLeaf(menu: Menu, language: Language): RouteNode {
  return {
    name: nameOf(menu),
    path: innerPath(menu),
    hidden: menu.visible === '1',
    component: menu.component || (isWebAddress(menu.path) ? 'InnerLink' : ''),
    meta: metaOf(menu, language),
  };
}

function metaOf(menu: Menu, language: Language): NonNullable<RouteNode['meta']> {
  return {
    title: localised({ ...menu }, 'menuName', language),
    icon: menu.icon,
    noCache: menu.isCache === '1',
    ...(isWebAddress(menu.path) && { link: menu.path }),
  };
}

function nameOf(menu: Menu): string {
  const name = menu.routeName || menu.path;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** `isFrame` is inverted in the family: 0 is an external link. */
function isExternal(menu: Pick<Menu, 'isFrame'>): boolean {
  return menu.isFrame === '0';
}

function isRootScreen(menu: Menu): boolean {
  return menu.parentId === 0 && !isExternal(menu) && (menu.menuType === 'C' || isWebAddress(menu.path));
}

/** An external page shown inside the console gets a local path. */
export function innerPath(menu: Pick<Menu, 'isFrame' | 'path'>): string {
  if (isExternal(menu) || !isWebAddress(menu.path)) return menu.path;
  return menu.path.replace(/^https?:\/\/(www\.)?/i, '').replace(/[.:]/g, '/');
}

function defaultComponent(menu: Menu, isRoot: boolean): string {
  if (isRoot) return 'Layout';
  return isWebAddress(menu.path) && !isExternal(menu) ? 'InnerLink' : 'ParentView';
}
