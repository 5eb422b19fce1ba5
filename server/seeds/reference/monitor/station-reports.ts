import type pg from 'pg';
import { insertRows } from '../../insert.ts';
import { buttonRow } from '../../menu-rows.ts';
import { insertParameters } from '../../parameter-rows.ts';

const clientMonitor = 1400;
const [list, exporting] = [1406, 1407];

/** Permissions and retention of station reports: what stations send besides measured values. */
export async function seedStationReports(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query('select from sys_menu where menu_id = $1', [clientMonitor]);
  // An administrator may have removed the screen.
  if (rows.length > 0) {
    await insertRows(client, 'sys_menu', [
      buttonRow(
        list,
        clientMonitor,
        ['查看设备上报', 'View station reports', 'Voir les rapports de stations'],
        'ingest:report:list',
        8,
      ),
      buttonRow(
        exporting,
        clientMonitor,
        ['导出设备上报', 'Export station reports', 'Exporter les rapports de stations'],
        'ingest:report:export',
        9,
      ),
    ]);
  }
  await insertParameters(client, [
    {
      id: 84,
      titles: [
        '设备上报保留天数',
        'Days station reports are kept',
        'Jours de conservation des rapports de stations',
      ],
      key: 'data.stationReportDays',
      value: '366',
      remark: '1–99999',
    },
  ]);
}
