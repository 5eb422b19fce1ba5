import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { choice, createTime, dict, id, integer, nameFields, ref, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { maxInteger } from '../kit/schema.ts';
import { treeNodes, treeReply } from '../kit/tree.ts';
import { sortEndpoint } from '../kit/tree-order.ts';

/**
 * One permission or several, joined by commas. A star is not allowed: it would grant what only the administrator's role
 * has.
 */
const permsPattern = '^[\\w-]+(:[\\w-]+)+(\\s*,\\s*[\\w-]+(:[\\w-]+)+)*$';

export const menu = resource({
  path: '/system/menu',
  permission: 'system:menu',
  texts: 'system.menu',
  id: 'menuId',
  name: 'menuName',
  key: ['parentId', 'menuName'],
  order: [{ by: 'parentId' }, { by: 'orderNum' }],
  without: ['export', 'import'],
  tree: 'parentId',
  fields: {
    menuId: id(),
    parentId: ref({ notIn: ['table'] }),
    /** M groups others, C is a screen or a link, F is a button: a permission without a screen. */
    menuType: choice(['M', 'C', 'F'], { default: 'M', notIn: ['table'] }),
    ...nameFields('menuName', { required: true, max: 50, search: 'like' }),
    icon: text({ max: 100, notIn: ['table'] }),
    orderNum: integer({ required: true, min: 0, max: 9999, default: 0 }),
    /** As in the family: 0 opens another website, 1 stays in the console. */
    isFrame: choice(['0', '1'], { default: '1', notIn: ['table'] }),
    path: text({ max: 200, notIn: ['table'] }),
    component: text({ max: 255, pattern: '^[\\w/-]+$' }),
    routeName: text({ max: 50, pattern: '^[\\w-]+$', notIn: ['table'] }),
    perms: text({ max: 100, pattern: permsPattern }),
    query: text({ max: 255, notIn: ['table'] }),
    isCache: choice(['0', '1'], { default: '0', notIn: ['table'] }),
    visible: dict('sys_show_hide', { search: 'exact', default: '0', notIn: ['table'] }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form'] },
    createBy: text({ max: 64, readOnly: true, notIn: ['table', 'form'] }),
  },
});

/** Fields that built-in menus keep, because the program depends on their addresses and permissions. */
export const builtInMenuFields = [
  'parentId',
  'menuType',
  'isFrame',
  'path',
  'component',
  'routeName',
  'perms',
  'query',
] as const;

/** Fields that only some kinds of menu have; all kinds have the others. */
const fieldsOfKinds: Record<string, string> = {
  icon: 'MC',
  isFrame: 'MC',
  path: 'MC',
  visible: 'MC',
  component: 'C',
  routeName: 'C',
  query: 'C',
  isCache: 'C',
  perms: 'CF',
};

/** Any row or form of a menu; forms may lack fields. */
interface MenuValues {
  menuType?: unknown;
  isFrame?: unknown;
  path?: unknown;
  createBy?: unknown;
}

export function isBuiltInMenu({ createBy }: MenuValues): boolean {
  return createBy === 'system';
}

export function isWebAddress(path: unknown): path is string {
  return typeof path === 'string' && /^https?:\/\//i.test(path);
}

/** Shows a page of another website, in the console or in a new window. */
export function isLinkMenu({ menuType, isFrame, path }: MenuValues): boolean {
  return menuType !== 'F' && (isFrame === '0' || isWebAddress(path));
}

/** Whether a menu with these values has the field. */
export function hasMenuField(name: string, values: MenuValues): boolean {
  const kinds = fieldsOfKinds[name];
  if (kinds && !kinds.includes(String(values.menuType))) return false;
  return !(['component', 'query'].includes(name) && isLinkMenu(values));
}

/** Whether a menu with these values requires the field. */
export function needsMenuField(name: string, values: MenuValues): boolean {
  if (!hasMenuField(name, values)) return false;
  return name === 'path' || name === 'component' || (name === 'perms' && values.menuType === 'F');
}

/** The menus that the caller holds and can therefore grant. */
export const menuChoices = endpoint({
  method: 'GET',
  path: `${menu.path}/treeselect`,
  access: 'session',
  reply: treeReply,
  texts: menu.texts,
});

/** The same, with the ids of those that a role has. */
export const roleMenus = endpoint({
  method: 'GET',
  path: `${menu.path}/roleMenuTreeselect/:roleId`,
  access: { permission: 'system:role:query' },
  params: Type.Object({ roleId: Type.Integer({ minimum: 1, maximum: maxInteger }) }),
  reply: reply.fields(Type.Object({ checkedKeys: Type.Array(Type.Integer()), menus: treeNodes })),
  texts: menu.texts,
});

export const sortMenus = sortEndpoint(menu, 'menuIds');
