import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { grantToWatchingRoles, type SeededScreen, screenRows } from '../../menu-rows.ts';

const catalog = 1600;
const [list, query, exported] = [catalog + 1, 1614, 1615];
const logScreen = catalog + 2;
/** The rights to order commands, which were buttons of the log. */
const ordering = [1611, 1612, 1613];

const screen: SeededScreen = {
  id: list,
  parent: catalog,
  order: 1,
  titles: ['设备列表', 'Equipment', 'Appareils'],
  path: 'equipment',
  component: 'device/equipment/index',
  permission: 'device:equipment',
  icon: 'monitor',
  buttons: { query, export: exported },
};

/** The list of devices, from which commands are ordered; operators and viewers see it. */
export async function seedEquipmentMenu(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', screenRows(screen));
  await client.query('update sys_menu set parent_id = $1 where menu_id = any($2) and parent_id = $3', [
    list,
    ordering,
    logScreen,
  ]);
  await grantToWatchingRoles(client, [list, query]);
  await insertRows(client, 'sys_role_menu', [
    { role_id: 2, menu_id: exported },
    // Viewers do not have the log beside it.
    { role_id: 3, menu_id: catalog },
  ]);
}
