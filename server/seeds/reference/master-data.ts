import type pg from 'pg';
import { insertRows } from '../insert.ts';
import { addChannels } from './channels.ts';
import { addDeviceTypes } from './device-types.ts';
import { names, screenMenus } from './menus.ts';

const basic = 1200;
const sites = 1300;
const siteScreen = sites + 2;

/** The numbers of the buttons of a screen, from one on. */
const buttonsFrom = (first: number) => ({
  query: first,
  add: first + 1,
  edit: first + 2,
  remove: first + 3,
  export: first + 4,
  import: first + 5,
});
const siteButtons = buttonsFrom(sites + 20);

const screens: Parameters<typeof screenMenus>[0][] = [
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

/** Where the address alone would give two routes one name. */
const routeNames = new Map([[siteScreen, 'SiteList']]);

/** What is measured, by which devices, and where: menus, channels and the usual kinds of device. */
export async function addMasterData(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    catalog(basic, ['基础数据', 'Basic data', 'Données de base'], 40, 'basic', 'dict'),
    catalog(sites, ['站点管理', 'Site management', 'Gestion des sites'], 50, 'site', 'map'),
    ...screens
      .flatMap(screenMenus)
      .map((row) => ({ ...row, route_name: routeNames.get(row.menu_id) ?? null })),
  ]);
  // Who is on shift looks after sites; who only looks on sees them.
  const seen = [sites, siteScreen, siteButtons.query];
  await insertRows(client, 'sys_role_menu', [
    ...[...seen, siteButtons.edit].map((menu_id) => ({ role_id: 2, menu_id })),
    ...seen.map((menu_id) => ({ role_id: 3, menu_id })),
  ]);
  await addChannels(client);
  await addDeviceTypes(client);
}

function catalog(id: number, titles: [string, string, string], order: number, path: string, icon: string) {
  return { menu_id: id, parent_id: 0, ...names(titles), order_num: order, path, menu_type: 'M', icon };
}
