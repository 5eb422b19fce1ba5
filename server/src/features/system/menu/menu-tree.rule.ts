import { innerPath } from './menu.rule.ts';

/** The fields of a menu that determine its position and path. */
export interface MenuRecord {
  /** 0 before it is stored. */
  menuId: number;
  parentId: number;
  menuName: string;
  menuNameEn: string | null;
  menuNameFr: string | null;
  menuType: string;
  isFrame: string;
  path: string;
  routeName: string | null;
}

export function indexMenus<R extends Pick<MenuRecord, 'menuId'>>(all: readonly R[]): Map<number, R> {
  return new Map(all.map((one) => [one.menuId, one]));
}

/** The ancestors, nearest first; stops at a cycle. */
export function listAbove<R extends Pick<MenuRecord, 'menuId' | 'parentId'>>(
  { parentId }: Pick<MenuRecord, 'parentId'>,
  byId: ReadonlyMap<number, R>,
): R[] {
  const above = new Set<R>();
  for (let next = byId.get(parentId); next && !above.has(next); next = byId.get(next.parentId)) {
    above.add(next);
  }
  return [...above];
}

/** Whether the menu has a path in the console: buttons and external links have none. */
export function isRouted({ menuType, isFrame }: MenuRecord): boolean {
  return menuType !== 'F' && isFrame !== '0';
}

/** The full path in lower case, because routers ignore case. */
export function findAddress(record: MenuRecord, byId: ReadonlyMap<number, MenuRecord>): string {
  let address = innerPath(record);
  for (const parent of listAbove(record, byId)) {
    if (address.startsWith('/')) break;
    address = `${innerPath(parent)}/${address}`;
  }
  return `/${address.replace(/^\//, '')}`.toLowerCase();
}

/** The route name in lower case. */
export function nameRoute({ routeName, path }: MenuRecord): string {
  return (routeName || path).toLowerCase();
}
