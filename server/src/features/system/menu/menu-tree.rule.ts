import { innerPath } from './menu.rule.ts';

/** A menu with all that decides where it stands. */
export interface MenuRecord {
  /** 0 for one that is not stored yet. */
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

/** The menus above, from the nearest; the walk ends where it would come round again. */
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

/** Has an address in the console: a button has none, and a link that leaves has another site's. */
export function isRouted({ menuType, isFrame }: MenuRecord): boolean {
  return menuType !== 'F' && isFrame !== '0';
}

/** The whole address, in small letters: that is how routers compare. */
export function findAddress(record: MenuRecord, byId: ReadonlyMap<number, MenuRecord>): string {
  let address = innerPath(record);
  for (const parent of listAbove(record, byId)) {
    if (address.startsWith('/')) break;
    address = `${innerPath(parent)}/${address}`;
  }
  return `/${address.replace(/^\//, '')}`.toLowerCase();
}

/** The name a router knows it by. */
export function nameRoute({ routeName, path }: MenuRecord): string {
  return (routeName || path).toLowerCase();
}
