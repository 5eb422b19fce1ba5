import type pg from 'pg';
import { insertRows } from '../insert.ts';

type Titles = [zh: string, en: string, fr: string];

const actions: Record<string, Titles> = {
  query: ['查询', 'View', 'Consulter'],
  add: ['新增', 'Add', 'Ajouter'],
  edit: ['修改', 'Edit', 'Modifier'],
  remove: ['删除', 'Delete', 'Supprimer'],
  export: ['导出', 'Export', 'Exporter'],
  import: ['导入', 'Import', 'Importer'],
};

interface Screen {
  id: number;
  parent: number;
  order: number;
  titles: Titles;
  path: string;
  component: string;
  permission: string;
  icon: string;
  /** Number of each button: the family’s where it has one, else from 1900 on; 2000 is where people’s own begin. */
  buttons: Record<string, number>;
}

const screens: Screen[] = [
  {
    id: 104,
    parent: 1,
    order: 5,
    titles: ['岗位管理', 'Posts', 'Postes'],
    path: 'post',
    component: 'system/post/index',
    permission: 'system:post',
    icon: 'post',
    buttons: { query: 1020, add: 1021, edit: 1022, remove: 1023, export: 1024, import: 1900 },
  },
  {
    id: 105,
    parent: 1,
    order: 6,
    titles: ['字典管理', 'Dictionaries', 'Dictionnaires'],
    path: 'dict',
    component: 'system/dict/index',
    permission: 'system:dict',
    icon: 'dict',
    buttons: { query: 1025, add: 1026, edit: 1027, remove: 1028, export: 1029, import: 1901 },
  },
  {
    id: 106,
    parent: 1,
    order: 7,
    titles: ['参数设置', 'Parameters', 'Paramètres'],
    path: 'config',
    component: 'system/config/index',
    permission: 'system:config',
    icon: 'edit',
    buttons: { query: 1030, add: 1031, edit: 1032, remove: 1033, export: 1034, import: 1902 },
  },
];

/** Rights that belong to no screen of their own. */
const singleRights: { id: number; titles: Titles; perms: string }[] = [
  {
    id: 1045,
    titles: ['账户解锁', 'Unlock accounts', 'Déverrouiller les comptes'],
    perms: 'monitor:logininfor:unlock',
  },
  { id: 1903, titles: ['接口文档', 'API document', 'Document de l’API'], perms: 'tool:swagger:list' },
];

/** What each role may do in each screen; the administrator needs no list. */
const grants: { roleId: number; actions: string[]; screens: string[] }[] = [
  { roleId: 2, actions: ['query', 'export'], screens: ['system:post', 'system:dict'] },
  { roleId: 3, actions: ['query'], screens: ['system:post', 'system:dict'] },
];

export async function addMenus(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    {
      menu_id: 1,
      parent_id: 0,
      ...names(['系统管理', 'System', 'Système']),
      order_num: 1,
      path: 'system',
      menu_type: 'M',
      icon: 'system',
    },
    ...screens.flatMap(screenMenus),
    ...singleRights.map(({ id, titles, perms }) => buttonRow(id, 1, titles, perms, 99)),
  ]);
  await insertRows(client, 'sys_role_menu', grants.flatMap(grantRows));
}

export function names([zh, en, fr]: Titles) {
  return { menu_name: zh, menu_name_en: en, menu_name_fr: fr, create_by: 'system' };
}

/** A screen with its buttons. */
export function screenMenus(screen: Screen) {
  return [screenRow(screen), ...buttonRows(screen)];
}

function screenRow({ id, parent, order, titles, path, component, permission, icon }: Screen) {
  const perms = `${permission}:list`;
  return {
    menu_id: id,
    parent_id: parent,
    ...names(titles),
    order_num: order,
    path,
    component,
    menu_type: 'C',
    perms,
    icon,
  };
}

function buttonRows({ id, permission, buttons }: Screen) {
  return Object.entries(buttons).map(([action, button], index) =>
    buttonRow(button, id, actions[action] ?? [action, action, action], `${permission}:${action}`, index + 1),
  );
}

export function buttonRow(id: number, parent: number, titles: Titles, perms: string, order: number) {
  return { menu_id: id, parent_id: parent, ...names(titles), order_num: order, menu_type: 'F', perms };
}

function grantRows({ roleId, actions: granted, screens: names }: (typeof grants)[number]) {
  const chosen = screens.filter(({ permission }) => names.includes(permission));
  const menus = chosen.flatMap(({ id, parent, buttons }) => [
    parent,
    id,
    ...granted.map((action) => buttons[action]),
  ]);
  return [...new Set(menus)].map((menuId) => ({ role_id: roleId, menu_id: menuId }));
}
