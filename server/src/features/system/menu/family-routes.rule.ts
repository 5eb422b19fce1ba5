import type { RouteNode } from '@limpid/contract/system/session';

/** Route names of pages of the family's clients: a menu of the same name would replace the page. */
const clientNames = new Set(
  'Index 首页 Profile AuthRole AuthUser Data JobLog GenEdit Login Register Redirect Lock 401 404'.split(' '),
);

/** Icons that all clients from 2.2 on have. */
const clientIcons = new Set(
  (
    '404 bug build cascader chart checkbox clipboard code color component dashboard date-range date dict documentation ' +
    'download drag druid edit education email example excel exit-fullscreen eye-open eye form fullscreen github guide ' +
    'icon input international job language link list lock log logininfor message money monitor nested number online ' +
    'password pdf people peoples phone post qq question radio rate row search select server shopping size skill slider ' +
    'star swagger switch system tab table textarea theme time-range time tool tree-table tree upload user validCode ' +
    'wechat zip'
  ).split(' '),
);
const noIcon = '#';
const fallbackIcon = 'component';
/** Replacements for icons that the clients lack. */
const similarIcons: Readonly<Record<string, string>> = {
  bell: 'message',
  calendar: 'date',
  camera: 'eye-open',
  cloud: 'druid',
  compass: 'guide',
  device: 'slider',
  history: 'time-range',
  home: 'dashboard',
  map: 'guide',
  notice: 'message',
  pie: 'chart',
  redis: 'druid',
  skin: 'theme',
  trend: 'chart',
  video: 'eye-open',
  warning: 'bug',
  workbench: 'monitor',
};

/** Adapts routes to all clients of the family from 2.2 on. */
export function adaptRoutes(roots: readonly RouteNode[]): RouteNode[] {
  const taken = new Set([...clientNames, ...listNames(roots)]);
  const adapt = (node: RouteNode): RouteNode => ({
    ...node,
    ...(node.name && {
      name: clientNames.has(node.name) ? findFreeName(node.name, 'Menu', taken) : node.name,
    }),
    ...(node.meta && { meta: { ...node.meta, icon: findIcon(node.meta.icon) } }),
    ...(node.children && { children: node.children.map(adapt) }),
  });
  return roots.map(adapt).map((root) => addDirectRoutes(root, taken));
}

function listNames(nodes: readonly RouteNode[]): string[] {
  return nodes.flatMap(({ name, children = [] }) => [...(name ? [name] : []), ...listNames(children)]);
}

function findFreeName(name: string, suffix: string, taken: Set<string>): string {
  let free = name + suffix;
  while (taken.has(free)) free += suffix;
  taken.add(free);
  return free;
}

function findIcon(icon: string): string {
  if (icon === '' || icon === noIcon || clientIcons.has(icon)) return icon;
  return similarIcons[icon] ?? fallbackIcon;
}

/**
 * Clients up to 3.2.1 have no `ParentView`: they show a nested catalogue in the menu, but none of its screens. So each
 * screen below one also gets a hidden route directly below the layout. It comes first, because routers take the
 * first match, and keeps the name, because route names are unique.
 */
function addDirectRoutes(root: RouteNode, taken: Set<string>): RouteNode {
  const children = root.children ?? [];
  const direct = children.flatMap((child) => listScreens(child, ''));
  if (direct.length === 0) return root;
  const names = new Set(direct.map(({ name }) => name));
  const rename = (node: RouteNode): RouteNode => ({
    ...node,
    ...(node.name && names.has(node.name) && { name: findFreeName(node.name, 'Nested', taken) }),
    ...(node.children && { children: node.children.map(rename) }),
  });
  return { ...root, children: [...direct, ...children.map(rename)] };
}

function listScreens(node: RouteNode, above: string): RouteNode[] {
  const path = above + node.path;
  if (node.component === 'ParentView')
    return (node.children ?? []).flatMap((child) => listScreens(child, `${path}/`));
  const isScreen = above !== '' && node.component !== 'InnerLink' && !node.meta?.link;
  return isScreen ? [{ ...node, path, hidden: true }] : [];
}
