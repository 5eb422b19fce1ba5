import type pg from 'pg';
import { insertRows } from '../insert.ts';
import { buttonRow } from './menus.ts';

/** Real-time data, where those who watch already are. */
const realtime = 1411;
const [ranking, calendar, completeness] = [1450, 1451, 1452];

/** Who is on shift and who only looks on. */
const watching = [2, 3];

/** The right to ask about many measurements at once. */
export async function addAnalysis(client: pg.PoolClient): Promise<void> {
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
  await insertRows(
    client,
    'sys_role_menu',
    watching.flatMap((role_id) => [ranking, calendar, completeness].map((menu_id) => ({ role_id, menu_id }))),
  );
}
