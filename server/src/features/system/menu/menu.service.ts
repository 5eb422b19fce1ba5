import { fail } from '@limpid/contract/errors';
import { localised } from '@limpid/contract/kit/resource';
import type { FieldName } from '@limpid/contract/kit/row';
import { builtInMenuFields, isBuiltInMenu, menu } from '@limpid/contract/system/menu';
import { keepBuiltIn } from '../../../crud/built-in.ts';
import type { StoredRow, Writer, WriteValues } from '../../../crud/definition.ts';
import { hasAllPermissions, hasPermission } from '../../../platform/auth/caller.ts';
import { checkMenuGrants } from '../grant/grant.service.ts';
import { lockGrants } from '../grant/grant.store.ts';
import { listMenuGrants, splitPermissions } from '../role/role.store.ts';
import { findVisibleIds, isGranted, listAllMenus, listMenuScreenPath, lockMenus } from './menu.store.ts';
import {
  checkMenuClashes,
  checkMenuFields,
  checkMenuKind,
  checkMenuParent,
  normaliseMenu,
} from './menu-record.rule.ts';
import type { MenuRecord } from './menu-tree.rule.ts';

type MenuValues = WriteValues<typeof menu>;
type StoredMenu = StoredRow<typeof menu>;

/** Built-in screens keep their paths and permissions, because the code refers to them. */
const builtIn = keepBuiltIn(menu, {
  isBuiltIn: isBuiltInMenu,
  names: builtInMenuFields,
  errors: ['menu.built_in_field', 'menu.built_in'],
});

export async function checkMenu(
  values: MenuValues,
  writer: Writer,
  before: StoredMenu | undefined,
): Promise<void> {
  const { db, caller, language } = writer;
  await lockMenus(db);
  const visible = await findVisibleIds(db, caller);
  if (before && !visible.has(before.menuId)) fail('row.gone');
  normaliseMenu(values, before);
  await builtIn.beforeWrite(values, writer, before);
  const row = { menuId: 0, ...before, ...values };
  checkMenuFields(row);
  await checkRights(row, writer, before);
  const all = await listAllMenus(db);
  const record = toRecord(row);
  const isChanged = (names: FieldName<typeof menu>[]) =>
    !before || names.some((name) => row[name] !== before[name]);
  const offered = isChanged(['parentId']) ? all.filter(({ menuId }) => visible.has(menuId)) : all;
  checkMenuParent(record, offered);
  checkMenuKind(record, all);
  const clashes = {
    names: isChanged(['menuName', 'parentId']),
    routes: isChanged(['path', 'routeName', 'parentId', 'menuType', 'isFrame']),
  };
  checkMenuClashes(record, all, clashes, language);
}

/** Tidying has given every column a value; the ones here are those of a new menu. */
function toRecord(row: MenuValues & { menuId: number }): MenuRecord {
  return {
    menuId: row.menuId,
    parentId: row.parentId ?? 0,
    menuName: row.menuName ?? '',
    menuNameEn: row.menuNameEn ?? null,
    menuNameFr: row.menuNameFr ?? null,
    menuType: row.menuType ?? 'M',
    isFrame: row.isFrame ?? '1',
    path: row.path ?? '',
    routeName: row.routeName ?? null,
  };
}

/**
 * A menu gives its permissions to the holders of every role that has it. Callers may add only permissions that they hold
 * in the data scope of those roles; enabling a menu adds all of its permissions. Callers may not remove permissions of
 * their own roles, because they could not restore them.
 */
async function checkRights(
  row: MenuValues & { menuId: number },
  writer: Writer,
  before: StoredMenu | undefined,
): Promise<void> {
  const { db, caller, language } = writer;
  const { menuId } = row;
  if (before) await lockGrants(db, 'tree');
  const [stored] = before ? await listMenuGrants(db, [menuId], caller, language) : [];
  const had = stored?.permissions ?? [];
  const has = splitPermissions(row.perms);
  const missing = has.find((one) => !had.includes(one) && !hasPermission(caller, one));
  if (missing) fail('menu.perms_not_held', { perms: missing }, 'perms');
  if (!before) return;
  const isStarted = row.status === '0' && stored?.status === '1';
  const isStopped = row.status === '1' && stored?.status === '0';
  const added = isStarted ? has : has.filter((one) => !had.includes(one));
  await checkMenuGrants(writer, menuId, added, isStarted ? 'status' : 'perms');
  const lost = isStopped ? had : had.filter((one) => !has.includes(one));
  const isOwn =
    stored?.isHeld && !hasAllPermissions(caller) && lost.some((one) => hasPermission(caller, one));
  if (isOwn) fail('menu.own', {}, isStopped ? 'status' : 'perms');
}

/** Refuses to hide or disable the screen of menus: it could not be opened again. */
export async function keepMenuScreenOpen(
  id: number,
  given: MenuValues,
  { db, language }: Writer,
  before: StoredMenu | undefined,
): Promise<void> {
  const self = (await listMenuScreenPath(db)).find(({ menuId }) => menuId === id);
  if (!self || self.isOpen) return;
  const field = given.status === '1' ? 'status' : 'visible';
  fail('menu.keeps_way', { name: localised({ ...before, ...given }, 'menuName', language) }, field);
}

export async function checkMenuRemoval(row: StoredMenu, writer: Writer): Promise<void> {
  const { db, caller, language } = writer;
  const menuId = row.menuId;
  await lockMenus(db);
  if (!(await findVisibleIds(db, caller)).has(menuId)) fail('row.gone');
  const name = localised(row, 'menuName', language);
  const all = await listAllMenus(db);
  if (all.some(({ parentId }) => parentId === menuId)) fail('menu.has_children', { name });
  if (await isGranted(db, menuId)) fail('menu.granted', { name });
  await builtIn.beforeRemove(row, writer);
}
