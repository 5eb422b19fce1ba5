import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { buttonRow, catalogRow, type SeededScreen, screenRows } from '../../menu-rows.ts';
import { insertParameters } from '../../parameter-rows.ts';

const catalog = 1700;
const [cannons, runs] = [catalog + 1, catalog + 3];
const [operator, viewer] = [2, 3];
const [query, operate, runExport] = [1711, 1716, 1731];

const screens: SeededScreen[] = [
  {
    id: cannons,
    parent: catalog,
    order: 1,
    titles: ['雾炮列表', 'Fog cannons', 'Canons à brume'],
    path: 'gun',
    component: 'fog/gun/index',
    permission: 'fog:gun',
    icon: 'list',
    buttons: { query, add: 1712, edit: 1713, remove: 1714, export: 1715 },
  },
  {
    id: runs,
    parent: catalog,
    order: 3,
    titles: ['运行记录', 'Run log', 'Journal de marche'],
    path: 'run',
    component: 'fog/run/index',
    permission: 'fog:run',
    icon: 'log',
    buttons: { export: runExport },
  },
];

/** The menu of fog cannons; operators switch them, viewers see them. */
export async function seedFogCannons(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    catalogRow({
      id: catalog,
      order: 85,
      titles: ['雾炮管理', 'Fog cannon', 'Brumisation'],
      path: 'fog',
      icon: 'cloud',
    }),
    ...screens.flatMap(screenRows),
    buttonRow(operate, cannons, ['操作雾炮', 'Switch cannons', 'Commander les canons'], 'fog:gun:operate', 6),
  ]);
  const granted: [number, number[]][] = [
    [operator, [catalog, cannons, query, operate, runs, runExport]],
    [viewer, [catalog, cannons, query, runs]],
  ];
  await insertRows(
    client,
    'sys_role_menu',
    granted.flatMap(([role_id, menuIds]) => menuIds.map((menu_id) => ({ role_id, menu_id }))),
  );
  await insertParameters(client, [
    {
      id: 97,
      titles: ['雾炮最长运行分钟', 'Longest run of a fog cannon (min)', 'Marche maximale d’un canon (min)'],
      key: 'fog.maxRunMinutes',
      value: '30',
      remark: '1–1440',
    },
  ]);
}
