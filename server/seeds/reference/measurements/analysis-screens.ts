import type pg from 'pg';
import { insertRows, type Titles } from '../../insert.ts';
import { grantToWatchingRoles, type SeededScreen, screenRows } from '../../menu-rows.ts';

const dataCenter = 1410;
const analysis = 1460;

/** Screens whose right to read was a button of "Real-time data": the row becomes the screen, so roles keep it. */
const promoted = [
  screen(1413, dataCenter, 1, ['历史趋势', 'History trend', 'Évolution'], 'data/trend', 'trend', 1417),
  screen(
    1412,
    dataCenter,
    2,
    ['历史数据', 'History data', 'Données historiques'],
    'data/history',
    'history',
    1416,
  ),
  screen(
    1450,
    analysis,
    4,
    ['站点排名', 'Site ranking', 'Classement des sites'],
    'analysis/ranking',
    'list',
    1477,
  ),
  screen(
    1451,
    analysis,
    8,
    ['站点日历', 'Site calendar', 'Calendrier du site'],
    'analysis/calendar',
    'calendar',
    1478,
  ),
];

const added = [
  screen(
    1475,
    analysis,
    1,
    ['全国污染', 'National pollution', 'Pollution nationale'],
    'analysis/national',
    'map',
    1476,
  ),
  screen(
    1467,
    analysis,
    2,
    ['污染分布', 'Distribution', 'Distribution'],
    'analysis/distribution',
    'chart',
    1468,
  ),
  screen(
    1469,
    analysis,
    5,
    ['站点对比', 'Site contrast', 'Comparaison de sites'],
    'analysis/contrast',
    'nested',
    1470,
  ),
  screen(
    1471,
    analysis,
    6,
    ['实时分析', 'Instantaneous analysis', 'Analyse instantanée'],
    'analysis/realtime',
    'redis',
    1472,
  ),
  screen(
    1473,
    analysis,
    7,
    ['污染趋势', 'Pollution trend', 'Tendance de pollution'],
    'analysis/trend',
    'chart',
    1474,
  ),
  screen(
    1465,
    analysis,
    10,
    ['污染玫瑰图', 'Pollution roses', 'Roses de pollution'],
    'analysis/rose',
    'compass',
    1466,
  ),
];

/** Names of routes are unique; the data center has screens with the same last part of the path. */
const routeNames = new Map([
  [1471, 'AnalysisRealtime'],
  [1473, 'AnalysisTrend'],
]);

/** Buttons of "Real-time data" that belong to "History data": correct, import, completeness. */
const historyButtons = [1414, 1415, 1452];
const history = 1412;

/** The screens of the data center and of the analysis, each with its right to export. */
export async function seedAnalysisScreens(client: pg.PoolClient): Promise<void> {
  for (const one of promoted) await promoteButton(client, one);
  await client.query(`update sys_menu set parent_id = $1 where menu_id = any($2)`, [history, historyButtons]);
  const rows = [...promoted, ...added]
    .flatMap(screenRows)
    .map((row) => ({ ...row, route_name: routeNames.get(row.menu_id) ?? null }));
  await insertRows(client, 'sys_menu', rows);
  await grantToWatchingRoles(
    client,
    rows.map(({ menu_id }) => menu_id),
  );
  // The menu of a role shows a screen only inside its catalog.
  await client.query(
    `insert into sys_role_menu (role_id, menu_id)
     select distinct role_id, parent_id from sys_role_menu join sys_menu using (menu_id) where menu_id = any($1)
     on conflict do nothing`,
    [promoted.map(({ id }) => id)],
  );
}

async function promoteButton(client: pg.PoolClient, { id, ...facts }: SeededScreen): Promise<void> {
  await client.query(
    `update sys_menu set menu_type = 'C', parent_id = $2, order_num = $3, path = $4, component = $5, icon = $6,
       menu_name = $7, menu_name_en = $8, menu_name_fr = $9
     where menu_id = $1`,
    [id, facts.parent, facts.order, facts.path, facts.component, facts.icon, ...facts.titles],
  );
}

function screen(
  id: number,
  parent: number,
  order: number,
  titles: Titles,
  at: string,
  icon: string,
  exporting: number,
): SeededScreen {
  const [area = '', path = ''] = at.split('/');
  return {
    id,
    parent,
    order,
    titles,
    path,
    component: `${at}/index`,
    permission: `${area}:${path}`,
    icon,
    buttons: { export: exporting },
  };
}
