import type pg from 'pg';
import { insertRows } from '../insert.ts';
import { names } from './menus.ts';

const center = 1410;
const realtime = center + 1;

/** Who is on shift and who only looks on. */
const watching = [2, 3];

/** Where measurements are looked at. */
export async function addDataCenter(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    {
      menu_id: center,
      parent_id: 0,
      ...names(['数据中心', 'Data center', 'Centre de données']),
      order_num: 60,
      path: 'data',
      menu_type: 'M',
      icon: 'chart',
    },
  ]);
  await insertRows(client, 'sys_menu', [
    {
      menu_id: realtime,
      parent_id: center,
      ...names(['实时数据', 'Real-time data', 'Données en temps réel']),
      order_num: 3,
      path: 'realtime',
      component: 'data/realtime/index',
      menu_type: 'C',
      perms: 'data:realtime:list',
      icon: 'time',
    },
  ]);
  await insertRows(
    client,
    'sys_role_menu',
    watching.flatMap((role_id) => [center, realtime].map((menu_id) => ({ role_id, menu_id }))),
  );
}
