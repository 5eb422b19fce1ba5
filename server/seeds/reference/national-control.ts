import type pg from 'pg';
import { insertRows } from '../insert.ts';
import { names, screenMenus } from './menus.ts';

const analysis = 1460;
const screen = analysis + 1;

/** Who is on shift and who only looks on. */
const watching = [2, 3];

/** What others have measured, beside our own. */
export async function addNationalControl(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    {
      menu_id: analysis,
      parent_id: 0,
      ...names(['数据分析', 'Analysis', 'Analyse']),
      order_num: 70,
      path: 'analysis',
      menu_type: 'M',
      icon: 'trend',
    },
  ]);
  await insertRows(
    client,
    'sys_menu',
    screenMenus({
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
  await insertRows(
    client,
    'sys_role_menu',
    watching.flatMap((role_id) => [analysis, screen].map((menu_id) => ({ role_id, menu_id }))),
  );
}
