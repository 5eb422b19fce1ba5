import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { buttonRow, catalogRow, grantToWatchingRoles, screenRows } from '../../menu-rows.ts';

const center = 1410;
const [realtime, history, trend] = [center + 1, center + 2, center + 3];

/** The catalog "Data center" with real-time data, and the permissions to read history and trends. */
export async function seedDataCenter(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    catalogRow({
      id: center,
      order: 60,
      titles: ['数据中心', 'Data center', 'Centre de données'],
      path: 'data',
      icon: 'chart',
    }),
  ]);
  await insertRows(client, 'sys_menu', [
    ...screenRows({
      id: realtime,
      parent: center,
      order: 3,
      titles: ['实时数据', 'Real-time data', 'Données en temps réel'],
      path: 'realtime',
      component: 'data/realtime/index',
      permission: 'data:realtime',
      icon: 'time',
      buttons: {},
    }),
    buttonRow(
      history,
      realtime,
      ['查询历史数据', 'Read history', 'Lire l’historique'],
      'data:history:list',
      1,
    ),
    buttonRow(trend, realtime, ['查询趋势', 'Read trends', 'Lire les tendances'], 'data:trend:list', 2),
  ]);
  await grantToWatchingRoles(client, [center, realtime, history, trend]);
}
