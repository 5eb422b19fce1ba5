import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { buttonRow, catalogRow, type SeededScreen, screenRows } from '../../menu-rows.ts';

const catalog = 1600;
const logScreen = catalog + 2;
const operator = 2;
const [query, exported, read, write, operate] = [1621, 1622, 1611, 1612, 1613];

const screen: SeededScreen = {
  id: logScreen,
  parent: catalog,
  order: 2,
  titles: ['设备日志', 'Device log', 'Journal des appareils'],
  path: 'log',
  component: 'device/log/index',
  permission: 'device:log',
  icon: 'log',
  buttons: { query, export: exported },
};

/** The menu of devices; operators may read from devices and see the log. */
export async function seedDeviceMenus(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    catalogRow({
      id: catalog,
      order: 55,
      titles: ['设备管理', 'Device management', 'Gestion des appareils'],
      path: 'device',
      icon: 'device',
    }),
    ...screenRows(screen).map((row) => ({
      ...row,
      // "Log" is the name of another route.
      route_name: row.menu_id === logScreen ? 'DeviceLog' : null,
    })),
    buttonRow(
      read,
      logScreen,
      ['读取设备', 'Read from devices', 'Lire les appareils'],
      'device:equipment:read',
      3,
    ),
    buttonRow(
      write,
      logScreen,
      ['写入设备', 'Write to devices', 'Écrire dans les appareils'],
      'device:equipment:write',
      4,
    ),
    buttonRow(
      operate,
      logScreen,
      ['操作设备', 'Operate devices', 'Commander les appareils'],
      'device:equipment:operate',
      5,
    ),
  ]);
  await insertRows(
    client,
    'sys_role_menu',
    [catalog, logScreen, query, exported, read].map((menu_id) => ({ role_id: operator, menu_id })),
  );
}
