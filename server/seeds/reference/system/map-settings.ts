import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { buttonRow, menuNames } from '../../menu-rows.ts';

/** The screen of map providers, borders and start view. */
export async function seedMapSettings(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    {
      menu_id: 119,
      parent_id: 1,
      ...menuNames(['地图设置', 'Map settings', 'Réglages de la carte']),
      order_num: 12,
      path: 'map',
      component: 'system/map/index',
      menu_type: 'C',
      perms: 'system:map:query',
      icon: 'compass',
    },
    buttonRow(1914, 119, ['修改', 'Edit', 'Modifier'], 'system:map:edit', 1),
  ]);
}
