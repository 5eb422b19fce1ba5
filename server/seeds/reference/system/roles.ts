import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { screenRows } from '../../menu-rows.ts';

/** The screen of roles, which only the administrator gets by default. */
export async function seedRoleScreen(client: pg.PoolClient): Promise<void> {
  const menus = screenRows({
    id: 101,
    parent: 1,
    order: 2,
    titles: ['角色管理', 'Roles', 'Rôles'],
    path: 'role',
    component: 'system/role/index',
    permission: 'system:role',
    icon: 'peoples',
    buttons: { query: 1007, add: 1008, edit: 1009, remove: 1010, export: 1011 },
  });
  await insertRows(client, 'sys_menu', menus);
}
