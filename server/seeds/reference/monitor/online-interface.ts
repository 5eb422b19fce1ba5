import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { buttonRow, catalogRow, screenRows } from '../../menu-rows.ts';

/** The screens of online users and of the API description. */
export async function seedOnlineAndInterface(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    ...screenRows({
      id: 109,
      parent: 2,
      order: 1,
      titles: ['在线用户', 'Online users', 'Utilisateurs en ligne'],
      path: 'online',
      component: 'monitor/online/index',
      permission: 'monitor:online',
      icon: 'online',
      buttons: {},
    }),
    buttonRow(1048, 109, ['强退', 'Force log out', 'Déconnecter'], 'monitor:online:forceLogout', 1),
    catalogRow({ id: 3, order: 30, titles: ['系统工具', 'Tools', 'Outils'], path: 'tool', icon: 'tool' }),
    ...screenRows({
      id: 117,
      parent: 3,
      order: 3,
      titles: ['系统接口', 'System interface', 'Interface système'],
      path: 'swagger',
      component: 'tool/swagger/index',
      permission: 'tool:swagger',
      icon: 'swagger',
      buttons: {},
    }),
  ]);
  // Earlier versions had this permission without a screen; roles that had it keep it.
  await client.query('insert into sys_role_menu select role_id, 117 from sys_role_menu where menu_id = 1903');
  await client.query('delete from sys_menu where menu_id = 1903');
}
