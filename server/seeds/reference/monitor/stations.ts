import type pg from 'pg';
import { insertRows, type Titles } from '../../insert.ts';
import { systemJobRow } from '../../job-rows.ts';
import { buttonRow, screenRows } from '../../menu-rows.ts';
import { insertParameters } from '../../parameter-rows.ts';

const monitoring = 2;
const screen = 1400;

const rights: [id: number, perms: string, titles: Titles][] = [
  [1401, 'monitor:client:forceLogout', ['断开连接', 'Disconnect', 'Déconnecter']],
  [1402, 'ingest:unknown:list', ['未注册设备', 'Unregistered devices', 'Appareils non déclarés']],
  [1403, 'ingest:unknown:remove', ['删除未注册设备', 'Remove unregistered devices', 'Retirer un appareil']],
  [1404, 'ingest:refusal:list', ['拒收统计', 'Refusals', 'Refus']],
  [1405, 'ingest:refusal:remove', ['清除拒收统计', 'Clear refusals', 'Effacer les refus']],
];

const parameters: [id: number, key: string, days: string, titles: Titles][] = [
  [
    50,
    'data.readingDays',
    '1098',
    ['原始数据保留天数', 'Days readings are kept', 'Jours de conservation des mesures'],
  ],
  [
    51,
    'data.hourDays',
    '1098',
    ['小时数据保留天数', 'Days hourly data is kept', 'Jours de conservation des données horaires'],
  ],
  [
    52,
    'data.dayDays',
    '7320',
    ['日数据保留天数', 'Days daily data is kept', 'Jours de conservation des données journalières'],
  ],
];

const jobs: [id: number, target: string, cron: string, titles: Titles, isPaused?: boolean][] = [
  [
    20,
    'readingTask.partitions',
    '0 5 0/6 * * ?',
    ['预建数据分区', 'Prepare partitions of readings', 'Préparation des partitions de mesures'],
  ],
  [
    21,
    'readingTask.retention',
    '0 40 3 * * ?',
    ['清理过期数据', 'Remove old readings', 'Purge des anciennes mesures'],
  ],
  [
    22,
    'readingTask.pack(3)',
    '0 20 1/2 * * ?',
    ['压缩已结束的日数据', 'Pack closed days', 'Compacter les jours clos'],
  ],
  [
    23,
    'readingTask.repair(2)',
    '0 0 4 * * ?',
    ['重新汇总小时与日数据', 'Make hours and days anew', 'Recalculer les heures et les jours'],
    true,
  ],
];

/** The screen of connected stations, the retention of their readings, and the jobs that maintain these. */
export async function seedStations(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    ...screenRows({
      id: screen,
      parent: monitoring,
      order: 3,
      titles: ['客户端监控', 'Client monitor', 'Moniteur des clients'],
      path: 'client',
      component: 'monitor/client/index',
      permission: 'monitor:client',
      icon: 'server',
      buttons: {},
    }),
    ...rights.map(([id, perms, titles], index) => buttonRow(id, screen, titles, perms, index + 1)),
  ]);
  await insertParameters(
    client,
    parameters.map(([id, key, value, titles]) => ({ id, titles, key, value, remark: '1–99999' })),
  );
  await insertRows(
    client,
    'sys_job',
    jobs.map(([id, target, cron, titles, isPaused]) => systemJobRow({ id, titles, target, cron }, isPaused)),
  );
}
