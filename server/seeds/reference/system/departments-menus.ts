import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { screenRows } from '../../menu-rows.ts';

/** The screens of departments and menus. */
export async function seedDepartmentAndMenuScreens(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    ...screenRows({
      id: 102,
      parent: 1,
      order: 3,
      titles: ['菜单管理', 'Menus', 'Menus'],
      path: 'menu',
      component: 'system/menu/index',
      permission: 'system:menu',
      icon: 'tree-table',
      buttons: { query: 1012, add: 1013, edit: 1014, remove: 1015 },
    }),
    ...screenRows({
      id: 103,
      parent: 1,
      order: 4,
      titles: ['部门管理', 'Departments', 'Services'],
      path: 'dept',
      component: 'system/dept/index',
      permission: 'system:dept',
      icon: 'tree',
      buttons: { query: 1016, add: 1017, edit: 1018, remove: 1019 },
    }),
  ]);
}
