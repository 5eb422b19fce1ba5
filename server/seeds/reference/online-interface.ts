import type pg from 'pg';
import { insertRows } from '../insert.ts';
import { buttonRow, names } from './menus.ts';

/** Who is logged in, and the description of the programming interface. */
export async function addOnlineAndInterface(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    {
      menu_id: 109,
      parent_id: 2,
      ...names(['在线用户', 'Online users', 'Utilisateurs en ligne']),
      order_num: 1,
      path: 'online',
      component: 'monitor/online/index',
      menu_type: 'C',
      perms: 'monitor:online:list',
      icon: 'online',
    },
    buttonRow(1048, 109, ['强退', 'Force log out', 'Déconnecter'], 'monitor:online:forceLogout', 1),
    {
      menu_id: 3,
      parent_id: 0,
      ...names(['系统工具', 'Tools', 'Outils']),
      order_num: 30,
      path: 'tool',
      menu_type: 'M',
      icon: 'tool',
    },
    {
      menu_id: 117,
      parent_id: 3,
      ...names(['系统接口', 'System interface', 'Interface système']),
      order_num: 3,
      path: 'swagger',
      component: 'tool/swagger/index',
      menu_type: 'C',
      perms: 'tool:swagger:list',
      icon: 'swagger',
    },
  ]);
  // The right stood alone before there was a screen for it; who had it keeps it.
  await client.query('insert into sys_role_menu select role_id, 117 from sys_role_menu where menu_id = 1903');
  await client.query('delete from sys_menu where menu_id = 1903');
}
