import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { buttonRow, grantToWatchingRoles } from '../../menu-rows.ts';

/** The screen "Real-time data", to which these permissions belong. */
const realtime = 1411;
const [ranking, calendar, completeness] = [1450, 1451, 1452];

/** Permissions for rankings, calendars and completeness. */
export async function seedAnalysisRights(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    buttonRow(
      ranking,
      realtime,
      ['查询站点排名', 'Read site rankings', 'Lire le classement des sites'],
      'analysis:ranking:list',
      3,
    ),
    buttonRow(
      calendar,
      realtime,
      ['查询站点日历', 'Read site calendars', 'Lire le calendrier des sites'],
      'analysis:calendar:list',
      4,
    ),
    buttonRow(
      completeness,
      realtime,
      ['查询数据完整性', 'Read data completeness', 'Lire la complétude des données'],
      'data:completeness:list',
      5,
    ),
  ]);
  await grantToWatchingRoles(client, [ranking, calendar, completeness]);
}
