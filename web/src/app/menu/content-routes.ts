import { matchPath } from 'react-router';
import type { MenuNode } from './route-tree.ts';

/** A page that is shown inside the shell and gets a tab. */
export interface ContentRoute {
  path: string;
  title: string;
  /** Titles of the groups above, for the breadcrumb. */
  trail: string[];
  show: { component: string } | { link: string };
  noCache: boolean;
  pinned: boolean;
  /** The sidebar entry that is highlighted while this page is open. */
  menuKey: string;
  /** The pattern of each path parameter. */
  params?: Record<string, RegExp>;
}

export const homePath = '/index';
export const profilePath = '/user/profile';
/** The map without the console. */
export const mapPath = '/home';
/** The map for a wall: it tours the places by itself, without menus. */
export const wallPath = '/wall';
/** The map without the console. */
export const mapPaths: ReadonlySet<string> = new Set([mapPath, '/google', '/gaode', wallPath]);
/** The permission to see the map. */
export const mapPermission = 'map:site:list';

/** Whether the map is the home page of this user. */
export function isMapHome({ show }: ContentRoute): boolean {
  return 'component' in show && show.component === 'map';
}

/** Flattens the groups of the menu into a list of pages, so that each can be kept alive in a tab. */
export function listContentRoutes(tree: MenuNode[], trail: string[] = []): ContentRoute[] {
  return tree.flatMap((node): ContentRoute[] => {
    if (node.kind === 'link') return [];
    if (node.kind === 'group')
      return listContentRoutes(node.children, node.title ? [...trail, node.title] : trail);
    const { path, title, noCache } = node;
    const show = node.kind === 'frame' ? { link: node.link } : { component: node.component };
    return [{ path, title, trail, show, noCache, pinned: false, menuKey: path }];
  });
}

export function findContentRoute(routes: ContentRoute[], pathname: string): ContentRoute | undefined {
  return routes.find((route) => {
    const match = matchPath(route.path, pathname);
    if (!match) return false;
    const rules = Object.entries(route.params ?? {});
    return rules.every(([name, rule]) => rule.test(match.params[name] ?? ''));
  });
}
