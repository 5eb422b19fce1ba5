import type pg from 'pg';
import { insertRows, type Titles } from '../../insert.ts';
import { insertParameters } from '../../parameter-rows.ts';
import { commandRow } from './command-rows.ts';

const logUpload = '3';
/** After the seeded commands, before those of an administrator. */
const firstId = 901;

/** What devices send by themselves and what is kept in their log. */
const uploads: [code: string, titles: Titles, since: '2005' | '2017'][] = [
  ['2081', ['上报开机时间', 'Start of the logger', 'Démarrage de la centrale'], '2005'],
  ['3019', ['上报设备唯一标识', 'New serial number', 'Nouveau numéro de série'], '2017'],
  ['3020', ['上报日志、状态与参数', 'Logs, states and parameters', 'Journaux, états et paramètres'], '2017'],
];

/** A device asks for the time and is sent it. */
export async function seedClockRequests(client: pg.PoolClient): Promise<void> {
  const titles: Titles = ['设备请求校时', 'Clock requested by the device', 'Heure demandée par l’appareil'];
  await insertRows(client, 'basic_command', [
    commandRow({ code: '1013', type: logUpload, titles }, firstId + uploads.length),
  ]);
}

/** Packets that devices send unasked, and how long the device log is kept. */
export async function seedDeviceUploads(client: pg.PoolClient): Promise<void> {
  await insertRows(
    client,
    'basic_command',
    uploads.map(([code, [zh, en, fr], since], index) => ({
      command_id: firstId + index,
      command_code: code,
      command_name: zh,
      command_name_en: en,
      command_name_fr: fr,
      command_type: logUpload,
      since_version: since,
      create_by: 'system',
    })),
  );
  await insertParameters(client, [
    {
      id: 98,
      titles: [
        '设备日志保留天数',
        'Days the device log is kept',
        'Jours de conservation du journal des appareils',
      ],
      key: 'sys.log.deviceDays',
      value: '366',
      remark: '0 = ∞',
    },
  ]);
}
