import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { buttonRow, grantToWatchingRoles, type SeededScreen, screenRows } from '../../menu-rows.ts';

const catalog = 1500;
const [channels, subscription, rotas, deliveries] = [1503, 1504, 1505, 1506];

const screens: (SeededScreen & { routeName: string })[] = [
  {
    id: subscription,
    parent: catalog,
    order: 3,
    titles: ['我的通知', 'My notifications', 'Mes notifications'],
    path: 'subscription',
    component: 'alarm/subscription/index',
    permission: 'alarm:subscription',
    icon: 'message',
    buttons: {},
    routeName: 'AlarmSubscription',
  },
  {
    id: channels,
    parent: catalog,
    order: 4,
    titles: ['通知渠道', 'Notification channels', 'Moyens de notification'],
    path: 'channel',
    component: 'alarm/channel/index',
    permission: 'alarm:channel',
    icon: 'guide',
    buttons: { query: 1531, add: 1532, edit: 1533, remove: 1534 },
    routeName: 'AlarmChannel',
  },
  {
    id: rotas,
    parent: catalog,
    order: 5,
    titles: ['值班表', 'On-call rotas', 'Tours d’astreinte'],
    path: 'rota',
    component: 'alarm/rota/index',
    permission: 'alarm:rota',
    icon: 'peoples',
    buttons: { query: 1541, add: 1542, edit: 1543, remove: 1544 },
    routeName: 'AlarmRota',
  },
  {
    id: deliveries,
    parent: catalog,
    order: 6,
    titles: ['发送记录', 'Delivery log', 'Journal des envois'],
    path: 'delivery',
    component: 'alarm/delivery/index',
    permission: 'alarm:delivery',
    icon: 'log',
    buttons: { export: 1551 },
    routeName: 'AlarmDelivery',
  },
];

const buttons = [
  buttonRow(
    1535,
    channels,
    ['测试', 'Send test message', 'Envoyer un message d’essai'],
    'alarm:channel:test',
    5,
  ),
  buttonRow(1552, deliveries, ['重发', 'Send again', 'Renvoyer'], 'alarm:delivery:retry', 2),
];

/** The menus of notifications; everybody on shift chooses their own. */
export async function seedAlarmNotifications(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    ...screens.flatMap(({ routeName, ...screen }) =>
      screenRows(screen).map((row) => ({
        ...row,
        route_name: row.menu_id === screen.id ? routeName : null,
      })),
    ),
    ...buttons,
  ]);
  await grantToWatchingRoles(client, [subscription]);
}
