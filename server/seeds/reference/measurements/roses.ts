import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { grantToWatchingRoles, screenRows } from '../../menu-rows.ts';

const analysis = 1460;
const screen = 1465;

/** The screen of pollution roses. */
export async function seedRoses(client: pg.PoolClient): Promise<void> {
  await insertRows(
    client,
    'sys_menu',
    screenRows({
      id: screen,
      parent: analysis,
      order: 8,
      titles: ['污染玫瑰图', 'Pollution roses', 'Roses de pollution'],
      path: 'rose',
      component: 'analysis/rose/index',
      permission: 'analysis:rose',
      icon: 'compass',
      buttons: {},
    }),
  );
  await grantToWatchingRoles(client, [screen]);
}
