import type pg from 'pg';
import { insertRows } from '../insert.ts';
import { buttonRow, names } from './menus.ts';

const center = 1410;
const [realtime, history, trend] = [center + 1, center + 2, center + 3];

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
    buttonRow(
      history,
      realtime,
      ['查询历史数据', 'Read history', 'Lire l’historique'],
      'data:history:list',
      1,
    ),
    buttonRow(trend, realtime, ['查询趋势', 'Read trends', 'Lire les tendances'], 'data:trend:list', 2),
  ]);
  await insertRows(
    client,
    'sys_role_menu',
    watching.flatMap((role_id) =>
      [center, realtime, history, trend].map((menu_id) => ({ role_id, menu_id })),
    ),
  );
}
