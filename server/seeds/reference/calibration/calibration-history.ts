import type pg from 'pg';
import { insertRows, type Titles } from '../../insert.ts';
import { buttonRow, screenRows } from '../../menu-rows.ts';

const siteCatalog = 1300;
const screen = 1840;

const rights: [id: number, action: string, titles: Titles][] = [
  [1842, 'issue', ['下发 K、B', 'Issue K and B', 'Appliquer K et B']],
  [1843, 'rollback', ['回退 K、B', 'Roll back K and B', 'Annuler K et B']],
];

/** The screen of the calibration history, and the rights to issue K and B. Only administrators change what sites measure. */
export async function seedCalibrationHistory(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    ...screenRows({
      id: screen,
      parent: siteCatalog,
      order: 4,
      titles: ['校准历史', 'Calibration history', 'Historique d’étalonnage'],
      path: 'calibrationHistory',
      component: 'site/calibrationHistory/index',
      permission: 'site:calibrationHistory',
      icon: 'log',
      buttons: { export: 1841 },
    }),
    ...rights.map(([id, action, titles], index) =>
      buttonRow(id, screen, titles, `site:calibration:${action}`, index + 2),
    ),
  ]);
}
