import type pg from 'pg';
import { insertRows } from '../insert.ts';
import { buttonRow, names } from './menus.ts';

type Titles = [zh: string, en: string, fr: string];

const monitoring = 2;
const screen = 1400;

/** What can be done on the screen, and which of its lists are seen. */
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

/** Made up for once when their time was missed; what is paused waits to be asked for. */
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

/** Stations at the gateway: their screen, how long what they send is kept, and the jobs that see to it. */
export async function addStations(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    {
      menu_id: screen,
      parent_id: monitoring,
      ...names(['客户端监控', 'Client monitor', 'Moniteur des clients']),
      order_num: 3,
      path: 'client',
      component: 'monitor/client/index',
      menu_type: 'C',
      perms: 'monitor:client:list',
      icon: 'server',
    },
    ...rights.map(([id, perms, titles], index) => buttonRow(id, screen, titles, perms, index + 1)),
  ]);
  await insertRows(client, 'sys_config', parameters.map(parameterRow));
  await insertRows(client, 'sys_job', jobs.map(jobRow));
}

function parameterRow([id, key, days, [zh, en, fr]]: (typeof parameters)[number]) {
  return {
    config_id: id,
    config_name: zh,
    config_name_en: en,
    config_name_fr: fr,
    config_key: key,
    config_value: days,
    config_type: 'Y',
    create_by: 'system',
    remark: '1–99999',
  };
}

function jobRow([id, target, cron, [zh, en, fr], isPaused = false]: (typeof jobs)[number]) {
  return {
    job_id: id,
    job_name: zh,
    job_name_en: en,
    job_name_fr: fr,
    job_group: 'SYSTEM',
    invoke_target: target,
    cron_expression: cron,
    misfire_policy: '2',
    concurrent: '1',
    status: isPaused ? '1' : '0',
    create_by: 'system',
  };
}
