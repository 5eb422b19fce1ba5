import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { catalogRow, type SeededScreen, screenRows } from '../../menu-rows.ts';
import { seedChannels } from './channels.ts';
import { seedDeviceTypes } from './device-types.ts';

const basic = 1200;
const sites = 1300;
const siteScreen = sites + 2;

/** The ids of a screen's buttons. */
const buttonsFrom = (first: number) => ({
  query: first,
  add: first + 1,
  edit: first + 2,
  remove: first + 3,
  export: first + 4,
  import: first + 5,
});
const siteButtons = buttonsFrom(sites + 20);

const screens: SeededScreen[] = [
  {
    id: basic + 1,
    parent: basic,
    order: 1,
    titles: ['设备通道', 'Equipment channels', 'Canaux'],
    path: 'channel',
    component: 'basic/channel/index',
    permission: 'basic:channel',
    icon: 'trend',
    buttons: buttonsFrom(basic + 10),
  },
  {
    id: basic + 2,
    parent: basic,
    order: 2,
    titles: ['设备类型', 'Device types', 'Types d’appareil'],
    path: 'deviceType',
    component: 'basic/deviceType/index',
    permission: 'basic:deviceType',
    icon: 'device',
    buttons: buttonsFrom(basic + 20),
  },
  {
    id: basic + 3,
    parent: basic,
    order: 6,
    titles: ['传感器类型', 'Sensor types', 'Types de capteur'],
    path: 'sensorType',
    component: 'basic/sensorType/index',
    permission: 'basic:sensorType',
    icon: 'example',
    buttons: buttonsFrom(basic + 30),
  },
  {
    id: sites + 1,
    parent: sites,
    order: 1,
    titles: ['主体列表', 'Entities', 'Entités'],
    path: 'entity',
    component: 'site/entity/index',
    permission: 'site:entity',
    icon: 'tree',
    buttons: buttonsFrom(sites + 10),
  },
  {
    id: siteScreen,
    parent: sites,
    order: 2,
    titles: ['站点列表', 'Sites', 'Sites'],
    path: 'site',
    component: 'site/site/index',
    permission: 'site:site',
    icon: 'map',
    buttons: siteButtons,
  },
];

/** Route names of screens whose path is not unique. */
const routeNames = new Map([[siteScreen, 'SiteList']]);

/** Menus of base data and sites, channels, and common device types. */
export async function seedMasterData(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    catalogRow({
      id: basic,
      order: 40,
      titles: ['基础数据', 'Basic data', 'Données de base'],
      path: 'basic',
      icon: 'dict',
    }),
    catalogRow({
      id: sites,
      order: 50,
      titles: ['站点管理', 'Site management', 'Gestion des sites'],
      path: 'site',
      icon: 'map',
    }),
    ...screens
      .flatMap(screenRows)
      .map((row) => ({ ...row, route_name: routeNames.get(row.menu_id) ?? null })),
  ]);
  // Operators may edit sites, viewers may read them.
  const viewed = [sites, siteScreen, siteButtons.query];
  await insertRows(client, 'sys_role_menu', [
    ...[...viewed, siteButtons.edit].map((menu_id) => ({ role_id: 2, menu_id })),
    ...viewed.map((menu_id) => ({ role_id: 3, menu_id })),
  ]);
  await seedChannels(client);
  await seedDeviceTypes(client);
}
