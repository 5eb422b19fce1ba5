import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { buttonRow, grantToWatchingRoles } from '../../menu-rows.ts';

const realtime = 1411;
const exportButton = 1418;

/** The permission to export real-time data. */
export async function seedRealtimeExport(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    buttonRow(exportButton, realtime, ['导出', 'Export', 'Exporter'], 'data:realtime:export', 5),
  ]);
  await grantToWatchingRoles(client, [exportButton]);
}
