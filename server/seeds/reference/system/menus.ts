import type pg from 'pg';
import { insertRows, type Titles } from '../../insert.ts';
import { buttonRow, catalogRow, type SeededScreen, screenRows } from '../../menu-rows.ts';

const screens: SeededScreen[] = [
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

/** Permissions without a screen. */
const screenlessRights: { id: number; titles: Titles; perms: string }[] = [
  {
    id: 1045,
    titles: ['账户解锁', 'Unlock accounts', 'Déverrouiller les comptes'],
    perms: 'monitor:logininfor:unlock',
  },
  { id: 1903, titles: ['接口文档', 'API document', 'Document de l’API'], perms: 'tool:swagger:list' },
];

/** The administrator needs no grants: it has every permission. */
const grants: { roleId: number; actions: string[]; screens: string[] }[] = [
  { roleId: 2, actions: ['query', 'export'], screens: ['system:post', 'system:dict'] },
  { roleId: 3, actions: ['query'], screens: ['system:post', 'system:dict'] },
];

export async function seedMenus(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    catalogRow({
      id: 1,
      order: 1,
      titles: ['系统管理', 'System', 'Système'],
      path: 'system',
      icon: 'system',
    }),
    ...screens.flatMap(screenRows),
    ...screenlessRights.map(({ id, titles, perms }) => buttonRow(id, 1, titles, perms, 99)),
  ]);
  await insertRows(client, 'sys_role_menu', grants.flatMap(grantRows));
}

function grantRows({ roleId, actions: granted, screens: permissions }: (typeof grants)[number]) {
  const grantedScreens = screens.filter(({ permission }) => permissions.includes(permission));
  const menus = grantedScreens.flatMap(({ id, parent, buttons }) => [
    parent,
    id,
    ...granted.map((action) => buttons[action]),
  ]);
  return [...new Set(menus)].map((menuId) => ({ role_id: roleId, menu_id: menuId }));
}
