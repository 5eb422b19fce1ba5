import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { buttonRow } from '../../menu-rows.ts';

const audit = 1860;

/** The buttons of locked months on the screen of the data audit. */
export async function seedMonthLocks(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    buttonRow(1870, audit, ['锁定月份', 'Lock months', 'Verrouiller des mois'], 'data:audit:lock', 3),
    buttonRow(1871, audit, ['解锁月份', 'Unlock months', 'Déverrouiller des mois'], 'data:audit:unlock', 4),
  ]);
}
