import { type ErrorKey, fail } from '@limpid/contract/errors';
import { fieldLabel, localised } from '@limpid/contract/kit/resource';
import type { FieldName } from '@limpid/contract/kit/row';
import type { Language } from '@limpid/contract/language';
import { hasMenuField, isLinkMenu, isWebAddress, menu, needsMenuField } from '@limpid/contract/system/menu';
import type { StoredRow, WriteValues } from '../../../crud/definition.ts';
import { isObject, parseJson } from '../../../platform/json.ts';
import {
  findAddress,
  indexMenus,
  isRouted,
  listAbove,
  type MenuRecord,
  nameRoute,
} from './menu-tree.rule.ts';

type MenuValues = WriteValues<typeof menu>;
type StoredMenu = StoredRow<typeof menu>;

/** The stored value of fields that are empty or that the type of menu does not have. */
const emptyValues = {
  parentId: 0,
  icon: '#',
  isFrame: '1',
  path: '',
  visible: '0',
  component: null,
  routeName: null,
  query: null,
  isCache: '0',
  perms: null,
} satisfies MenuValues;

/** Replaces empty and inapplicable fields by their stored values. */
export function normaliseMenu(values: MenuValues, before: StoredMenu | undefined): void {
  // Object.keys widens to string; these are the keys of the object above.
  for (const name of Object.keys(emptyValues) as (keyof typeof emptyValues)[]) {
    const isForeign = !hasMenuField(name, { ...before, ...values });
    const isEmpty = values[name] === null || (!before && values[name] === undefined);
    if (isForeign || isEmpty) Object.assign(values, { [name]: emptyValues[name] });
  }
}

/** No segment starts with a dot, because `..` would leave the catalog. */
const addressForm = /^\/?(?!\.)[\p{L}\p{N}_.~-]+(\/(?!\.)[\p{L}\p{N}_.~-]+)*$/u;

/** Refuses a menu without the fields that its type needs, or with an invalid path. */
export function checkMenuFields(record: MenuValues): void {
  for (const name of ['path', 'component', 'perms'] as const) {
    if (needsMenuField(name, record) && !record[name]) refuse('field.required', name);
  }
  const { path, query } = record;
  if (isLinkMenu(record)) {
    if (!isWebAddress(path) || !URL.canParse(path)) fail('menu.link', {}, 'path');
  } else if (path && !addressForm.test(path)) {
    fail('menu.path_form', {}, 'path');
  }
  if (query && !isObject(parseJson(query))) refuse('field.json', 'query');
}

function refuse(key: ErrorKey, name: FieldName<typeof menu>): never {
  return fail(key, { label: fieldLabel(menu, name) }, name);
}

/** Refuses a parent that would form a cycle, or below which the menu could not be opened. */
export function checkMenuParent(record: MenuRecord, all: readonly MenuRecord[]): void {
  const { menuId, parentId, menuType } = record;
  if (parentId === 0) return;
  if (parentId === menuId) fail('menu.own_parent', {}, 'parentId');
  const above = listAbove(record, indexMenus(all));
  const [parent] = above;
  if (!parent) return refuse('field.choice', 'parentId');
  if (above.some((one) => one.menuId === menuId)) fail('menu.below_itself', {}, 'parentId');
  if (parent.menuType === 'F') fail('menu.below_button', {}, 'parentId');
  const isCatalog = parent.menuType === 'M' && !isLinkMenu({ ...parent });
  if (menuType !== 'F' && !isCatalog) fail('menu.below_screen', {}, 'parentId');
}

/** Refuses a type that cannot have the menu's children. */
export function checkMenuKind(record: MenuRecord, all: readonly MenuRecord[]): void {
  const below = all.filter(({ parentId }) => parentId === record.menuId && record.menuId !== 0);
  const isCatalog = record.menuType === 'M' && !isLinkMenu({ ...record });
  const misplaced = below.filter(
    ({ menuType }) => record.menuType === 'F' || (menuType !== 'F' && !isCatalog),
  );
  if (misplaced.length > 0) fail('menu.children_left', {}, 'menuType');
}

/** Paths of the console itself. */
const reserved =
  /^\/(|index|login|register|bind|auth-redirect|401|404|home|google|gaode|(redirect|prod-api|(user|role)\/auth|user\/profile|dict\/type|job\/log|gen\/edit)(\/.*)?)$/;

/** Refuses a name that a sibling has, and a path or route name that is taken. */
export function checkMenuClashes(
  record: MenuRecord,
  all: readonly MenuRecord[],
  { names, routes }: { names: boolean; routes: boolean },
  language: Language,
): void {
  const others = all.filter(({ menuId }) => menuId !== record.menuId);
  const nameOf = (other: MenuRecord) => ({ name: localised({ ...other }, 'menuName', language) });
  const isNamesake = (other: MenuRecord) =>
    other.parentId === record.parentId && other.menuName === record.menuName;
  if (names && others.some(isNamesake)) refuse('field.taken', 'menuName');
  if (!routes || !isRouted(record)) return;
  const address = findAddress(record, indexMenus(others));
  if (reserved.test(address)) fail('menu.path_reserved', {}, 'path');
  const routed = others.filter(isRouted);
  // Includes a stored record, because the paths of its children start with its own.
  const placed = indexMenus(record.menuId === 0 ? others : [...others, record]);
  const sameAddress = routed.find((other) => findAddress(other, placed) === address);
  if (sameAddress) fail('menu.path_taken', nameOf(sameAddress), 'path');
  const sameName = routed.find((other) => nameRoute(other) === nameRoute(record));
  if (sameName)
    fail('menu.route_name_taken', nameOf(sameName), record.menuType === 'C' ? 'routeName' : 'path');
}
