import type pg from 'pg';
import { insertRows } from '../insert.ts';
import { buttonRow } from './menus.ts';

const clientMonitor = 1400;
const [list, exporting] = [1406, 1407];

/** What stations report beside measured values: who may see it, and how long it is kept. */
export async function addStationReports(client: pg.PoolClient): Promise<void> {
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
  await insertRows(client, 'sys_config', [
    {
      config_id: 84,
      config_name: '设备上报保留天数',
      config_name_en: 'Days station reports are kept',
      config_name_fr: 'Jours de conservation des rapports de stations',
      config_key: 'data.stationReportDays',
      config_value: '366',
      config_type: 'Y',
      create_by: 'system',
      remark: '1–99999',
    },
  ]);
}
