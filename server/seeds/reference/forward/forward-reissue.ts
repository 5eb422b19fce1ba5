import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { screenRows } from '../../menu-rows.ts';

const dataCenter = 1410;
const screen = 1890;

/** The screen of reissues. Only administrators decide what is sent. */
export async function seedForwardReissue(client: pg.PoolClient): Promise<void> {
  await insertRows(
    client,
    'sys_menu',
    screenRows({
      id: screen,
      parent: dataCenter,
      order: 4,
      titles: ['数据补发', 'Data reissue', 'Réémission'],
      path: 'reissue',
      component: 'data/reissue/index',
      permission: 'data:reissue',
      icon: 'guide',
      buttons: { add: 1891, edit: 1892 },
    }),
  );
}
