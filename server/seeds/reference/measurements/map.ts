import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { buttonRow, grantToWatchingRoles } from '../../menu-rows.ts';

const dataCenter = 1410;
const sites = 1430;

/** The map is the start page, so that its permission has no menu. */
export async function seedMapRights(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    buttonRow(
      sites,
      dataCenter,
      ['查看地图站点', 'See sites on the map', 'Voir les sites sur la carte'],
      'map:site:list',
      1,
    ),
  ]);
  await grantToWatchingRoles(client, [sites]);
  // The wind arrows of the map need both channels.
  await client.query(`update basic_channel set map_display = true where channel_code in ('WS', 'WD')`);
}
