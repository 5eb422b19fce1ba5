import type { RouteNode } from '@limpid/contract/system/session';

interface Shared {
  /** The full path, or the address of an external link. */
  path: string;
  title: string;
  icon: string;
  hidden: boolean;
}

export type MenuNode = Shared &
  (
    | { kind: 'group'; alwaysShow: boolean; children: MenuNode[] }
    | { kind: 'screen'; component: string; noCache: boolean; search: string }
    | { kind: 'frame'; link: string; noCache: boolean }
    | { kind: 'link' }
  );

const isAddress = (text: string | undefined): text is string => /^https?:\/\//i.test(text ?? '');

function joinPath(parent: string, path: string): string {
  const joined = path.startsWith('/') ? path : `${parent}/${path}`;
  const tidy = joined.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  return tidy === '' ? '/' : tidy;
}

/** A menu may have fixed query parameters, stored as a JSON object. */
function readSearch(query: string | undefined): string {
  if (!query?.startsWith('{')) return '';
  try {
    return `?${new URLSearchParams(JSON.parse(query)).toString()}`;
  } catch {
    // Entered by hand in the menu screen: a mistake there must not break the whole menu.
    return '';
  }
}

/**
 * Reads the server's menu tree into nodes with full paths. Screens that do not exist, and groups without any
 * screen, are left out, so that every entry leads to a page.
 */
export function readRouteTree(nodes: RouteNode[], hasScreen: (component: string) => boolean): MenuNode[] {
  const read = (node: RouteNode, parent: string): MenuNode[] => {
    const { meta, component } = node;
    const shared = { title: meta?.title ?? '', icon: meta?.icon ?? '', hidden: node.hidden };
    if (isAddress(node.path)) return [{ ...shared, kind: 'link', path: node.path }];
    const path = joinPath(parent, node.path);
    const noCache = meta?.noCache ?? false;
    if (component === 'InnerLink') {
      if (!isAddress(meta?.link)) return [];
      // These characters of a web address would be patterns to the router.
      return [{ ...shared, kind: 'frame', path: path.replace(/[?#*:]/g, '-'), link: meta.link, noCache }];
    }
    if (component === 'Layout' || component === 'ParentView') {
      const children = (node.children ?? []).flatMap((child) => read(child, path));
      if (children.length === 0) return [];
      return [{ ...shared, kind: 'group', path, alwaysShow: node.alwaysShow ?? false, children }];
    }
    if (!hasScreen(component)) return [];
    return [{ ...shared, kind: 'screen', path, component, noCache, search: readSearch(node.query) }];
  };
  return nodes.flatMap((node) => read(node, '/'));
}
