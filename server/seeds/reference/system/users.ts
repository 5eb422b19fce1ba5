import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { buttonRow, screenRows } from '../../menu-rows.ts';

/** The screen of users, which only the administrator gets by default. */
export async function seedUsers(client: pg.PoolClient): Promise<void> {
  const menus = screenRows({
    id: 100,
    parent: 1,
    order: 1,
    titles: ['用户管理', 'Users', 'Utilisateurs'],
    path: 'user',
    component: 'system/user/index',
    permission: 'system:user',
    icon: 'user',
    buttons: { query: 1000, add: 1001, edit: 1002, remove: 1003, export: 1004, import: 1005 },
  });
  const reset = ['重置密码', 'Reset passwords', 'Réinitialiser les mots de passe'] as const;
  await insertRows(client, 'sys_menu', menus);
  await insertRows(client, 'sys_menu', [buttonRow(1006, 100, [...reset], 'system:user:resetPwd', 7)]);
}
