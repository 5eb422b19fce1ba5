import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { catalogRow, grantToWatchingRoles, screenRows } from '../../menu-rows.ts';

const analysis = 1460;
const screen = analysis + 1;

/** The screen of national control stations. */
export async function seedNationalControl(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    catalogRow({
      id: analysis,
      order: 70,
      titles: ['数据分析', 'Analysis', 'Analyse'],
      path: 'analysis',
      icon: 'trend',
    }),
  ]);
  await insertRows(
    client,
    'sys_menu',
    screenRows({
      id: screen,
      parent: analysis,
      order: 3,
      titles: ['国控数据', 'National-control data', 'Données nationales'],
      path: 'nationalControl',
      component: 'analysis/nationalControl/index',
      permission: 'analysis:nationalControl',
      icon: 'international',
      buttons: { remove: analysis + 2, export: analysis + 3, import: analysis + 4 },
    }),
  );
  await grantToWatchingRoles(client, [analysis, screen]);
}
