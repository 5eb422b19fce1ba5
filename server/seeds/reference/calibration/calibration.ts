import type pg from 'pg';
import { insertRows, type Titles } from '../../insert.ts';
import { systemJobRow } from '../../job-rows.ts';
import { buttonRow, screenRows } from '../../menu-rows.ts';

const siteCatalog = 1300;
const screen = 1820;

const rights: [id: number, action: string, titles: Titles][] = [
  [1826, 'run', ['立即校准', 'Run a round', 'Lancer un cycle']],
  [1827, 'accept', ['采纳或否决', 'Accept or reject', 'Accepter ou rejeter']],
];

/** The screen of calibration, and the job that runs its configs. Only administrators change what sites measure. */
export async function seedCalibration(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    ...screenRows({
      id: screen,
      parent: siteCatalog,
      order: 3,
      titles: ['国控/省控校准', 'National/provincial calibration', 'Étalonnage sur stations officielles'],
      path: 'calibration',
      component: 'site/calibration/index',
      permission: 'site:calibration',
      icon: 'compass',
      buttons: { query: 1821, add: 1822, edit: 1823, remove: 1824, export: 1825 },
    }),
    ...rights.map(([id, action, titles], index) =>
      buttonRow(id, screen, titles, `site:calibration:${action}`, index + 6),
    ),
  ]);
  await insertRows(client, 'sys_job', [
    systemJobRow({
      id: 61,
      titles: ['按计划校准', 'Calibration by schedule', 'Étalonnage planifié'],
      target: 'calibrationTask.runDue',
      // Official hours come late: at half past most of the last one are there.
      cron: '0 35 * * * ?',
    }),
  ]);
}
