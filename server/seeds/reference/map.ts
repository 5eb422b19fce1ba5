import type pg from 'pg';
import { insertRows } from '../insert.ts';
import { buttonRow } from './menus.ts';

const dataCenter = 1410;
const sites = 1430;

/** Who is on shift and who only looks on. */
const watching = [2, 3];

/** The map is everybody's start page: seeing sites on it is a right, not a menu. */
export async function addMapRights(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    buttonRow(
      sites,
      dataCenter,
      ['查看地图站点', 'See sites on the map', 'Voir les sites sur la carte'],
      'map:site:list',
      1,
    ),
  ]);
  await insertRows(
    client,
    'sys_role_menu',
    watching.map((role_id) => ({ role_id, menu_id: sites })),
  );
  // The arrows of the map are made of these.
  await client.query(`update basic_channel set map_display = true where channel_code in ('WS', 'WD')`);
}
