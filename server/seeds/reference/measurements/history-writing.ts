import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { buttonRow } from '../../menu-rows.ts';

const realtime = 1411;
const [edit, importFiles] = [1414, 1415];
const operator = 2;

/** Permissions to correct and import readings; operators may correct only. */
export async function seedHistoryWriting(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    buttonRow(
      edit,
      realtime,
      ['修正历史数据', 'Correct history', 'Corriger l’historique'],
      'data:history:edit',
      3,
    ),
    buttonRow(
      importFiles,
      realtime,
      ['导入历史数据', 'Import history', 'Importer l’historique'],
      'data:history:import',
      4,
    ),
  ]);
  await insertRows(client, 'sys_role_menu', [{ role_id: operator, menu_id: edit }]);
}
