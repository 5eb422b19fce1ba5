import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { buttonRow, screenRows } from '../../menu-rows.ts';

const dataCenter = 1410;
const [operator, viewer] = [2, 3];
const [screen, ask, sheet] = [1893, 1894, 1895];

/** The screen of requests for missing data. Viewers see them, the operator on shift also asks devices. */
export async function seedBackfill(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    ...screenRows({
      id: screen,
      parent: dataCenter,
      order: 5,
      titles: ['数据补采', 'Missing data', 'Données manquantes'],
      path: 'backfill',
      component: 'data/backfill/index',
      permission: 'data:backfill',
      icon: 'download',
      buttons: { export: sheet },
    }),
    buttonRow(ask, screen, ['向设备补采', 'Ask devices', 'Interroger les appareils'], 'data:backfill:add', 2),
  ]);
  // An administrator may have removed a role.
  for (const [role, menus] of [
    [operator, [screen, ask, sheet]],
    [viewer, [screen, sheet]],
  ])
    await client.query(
      `insert into sys_role_menu (role_id, menu_id) select role_id, unnest($2::integer[]) from sys_role
       where role_id = $1 on conflict do nothing`,
      [role, menus],
    );
}
