import type { ContentRoute } from './content-routes.ts';
import type { MenuNode } from './route-tree.ts';

/** An entry of the sidebar: a group with children, or a link. */
export interface MenuEntry {
  key: string;
  title: string;
  icon: string;
  to: string;
  external: boolean;
  children: MenuEntry[];
}

function toEntry(node: MenuNode): MenuEntry {
  const to = node.path + (node.kind === 'screen' ? node.search : '');
  const { path: key, title, icon } = node;
  return { key, title, icon, to, external: node.kind === 'link', children: [] };
}

/** Drops hidden nodes; a single visible child replaces its group unless `alwaysShow`. */
export function buildMenu(tree: MenuNode[]): MenuEntry[] {
  return tree.flatMap((node) => {
    if (node.hidden) return [];
    if (node.kind !== 'group') return [toEntry(node)];
    const children = buildMenu(node.children);
    const [only] = children;
    if (!only) return [];
    const isLifted = !node.alwaysShow && children.length === 1 && only.children.length === 0;
    if (isLifted) return [{ ...only, icon: only.icon || node.icon }];
    if (node.title === '') return children;
    return [{ ...toEntry(node), children }];
  });
}

/** Keys of the groups above an entry, outermost first. */
export function groupsAbove(menu: MenuEntry[], key: string): string[] {
  for (const entry of menu) {
    if (entry.children.some((child) => child.key === key)) return [entry.key];
    const deeper = groupsAbove(entry.children, key);
    if (deeper.length > 0) return [entry.key, ...deeper];
  }
  return [];
}

export interface SearchEntry {
  title: string;
  path: string;
  /** Titles of the groups above, outermost first. */
  trail: string[];
  to: string;
  external: boolean;
}

export function listSearchEntries(home: ContentRoute, menu: MenuEntry[]): SearchEntry[] {
  const collect = (entries: MenuEntry[], trail: string[]): SearchEntry[] =>
    entries.flatMap(({ title, key, to, external, children }) =>
      children.length > 0
        ? collect(children, [...trail, title])
        : [{ title, path: key, trail, to, external }],
    );
  return [
    { title: home.title, path: home.path, trail: [], to: home.path, external: false },
    ...collect(menu, []),
  ];
}
