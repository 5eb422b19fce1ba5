import type pg from 'pg';
import { insertRows } from '../insert.ts';
import { buttonRow, names } from './menus.ts';

type Titles = [zh: string, en: string, fr: string];

const buttons: [id: number, action: string, titles: Titles][] = [
  [1049, 'query', ['查询', 'View', 'Consulter']],
  [1050, 'add', ['新增', 'Add', 'Ajouter']],
  [1051, 'edit', ['修改', 'Edit', 'Modifier']],
  [1052, 'remove', ['删除', 'Delete', 'Supprimer']],
  [1053, 'changeStatus', ['状态修改', 'Pause, resume, run', 'Suspendre, reprendre, lancer']],
  [1054, 'export', ['导出', 'Export', 'Exporter']],
];

/** What keeps an installation tidy. A night that was missed is made up for once. */
const cleaning: [target: string, names: Titles, cron: string][] = [
  [
    'sessionTask.clean',
    ['清理过期会话', 'Remove expired sessions', 'Purge des sessions expirées'],
    '0 0/10 * * * ?',
  ],
  [
    'captchaTask.clean',
    ['清理过期验证码', 'Remove expired captchas', 'Purge des captchas expirés'],
    '10 0/10 * * * ?',
  ],
  [
    'downloadTask.clean',
    ['清理过期下载文件', 'Remove expired downloads', 'Purge des téléchargements expirés'],
    '20 0/10 * * * ?',
  ],
  [
    'workTask.clean',
    ['清理后台任务', 'Remove finished background work', 'Purge des travaux terminés'],
    '30 0/10 * * * ?',
  ],
  [
    'loginCodeTask.clean',
    ['清理一次性登录码', 'Remove one-time login codes', 'Purge des codes de connexion'],
    '40 5 * * * ?',
  ],
  [
    'liveTask.clean',
    ['清理实时消息', 'Remove old live messages', 'Purge des messages en direct'],
    '50 15 * * * ?',
  ],
  [
    'fileTask.clean',
    ['清理无用文件', 'Remove unused files', 'Purge des fichiers inutilisés'],
    '0 25 * * * ?',
  ],
  ['logTask.clean', ['清理过期日志', 'Remove old logs', 'Purge des anciens journaux'], '0 10 3 * * ?'],
];

/** The samples of the family, paused. */
const samples: [target: string, names: Titles, cron: string][] = [
  [
    'ryTask.ryNoParams',
    ['示例任务（无参）', 'Sample (no arguments)', 'Exemple (sans argument)'],
    '0/10 * * * * ?',
  ],
  [
    "ryTask.ryParams('ry')",
    ['示例任务（有参）', 'Sample (one argument)', 'Exemple (un argument)'],
    '0/15 * * * * ?',
  ],
  [
    "ryTask.ryMultipleParams('ry', true, 2000L, 316.50D, 100)",
    ['示例任务（多参）', 'Sample (several arguments)', 'Exemple (plusieurs arguments)'],
    '0/20 * * * * ?',
  ],
];

const dictionaries: {
  type: string;
  titles: Titles;
  entries: [value: string, titles: Titles, listClass: string][];
}[] = [
  {
    type: 'sys_job_status',
    titles: ['任务状态', 'State of a task', 'État d’une tâche'],
    entries: [
      ['0', ['正常', 'Active', 'Active'], 'primary'],
      ['1', ['暂停', 'Paused', 'Suspendue'], 'danger'],
    ],
  },
  {
    type: 'sys_job_group',
    titles: ['任务分组', 'Group of tasks', 'Groupe de tâches'],
    entries: [
      ['DEFAULT', ['默认', 'Default', 'Par défaut'], 'default'],
      ['SYSTEM', ['系统', 'System', 'Système'], 'default'],
    ],
  },
];

/** Scheduled tasks: their screen, their dictionaries, and the jobs an installation begins with. */
export async function addTasks(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', listMenus());
  await addDictionaries(client);
  await insertRows(client, 'sys_config', [
    {
      config_id: 45,
      config_name: '任务日志保留天数',
      config_name_en: 'Days the task log is kept',
      config_name_fr: 'Jours de conservation du journal des tâches',
      config_key: 'sys.log.taskDays',
      config_value: '30',
      config_type: 'Y',
      create_by: 'system',
      remark: '0 = ∞',
    },
  ]);
  const jobs = [
    ...cleaning.map((facts) => jobRow(facts, { job_group: 'SYSTEM', misfire_policy: '2', status: '0' })),
    ...samples.map((facts) => jobRow(facts, { job_group: 'DEFAULT', misfire_policy: '3', status: '1' })),
  ];
  await insertRows(
    client,
    'sys_job',
    jobs.map((row, index) => ({ job_id: index + 1, ...row })),
  );
}

function listMenus() {
  return [
    {
      menu_id: 2,
      parent_id: 0,
      ...names(['系统监控', 'Monitoring', 'Surveillance']),
      order_num: 20,
      path: 'monitor',
      menu_type: 'M',
      icon: 'monitor',
    },
    {
      menu_id: 110,
      parent_id: 2,
      ...names(['定时任务', 'Scheduled tasks', 'Tâches planifiées']),
      order_num: 2,
      path: 'job',
      component: 'monitor/job/index',
      menu_type: 'C',
      perms: 'monitor:job:list',
      icon: 'job',
    },
    ...buttons.map(([id, action, titles], index) =>
      buttonRow(id, 110, titles, `monitor:job:${action}`, index + 1),
    ),
  ];
}

async function addDictionaries(client: pg.PoolClient): Promise<void> {
  for (const [index, { type, titles, entries }] of dictionaries.entries()) {
    const [zh, en, fr] = titles;
    await insertRows(client, 'sys_dict_type', [
      {
        dict_id: 30 + index,
        dict_name: zh,
        dict_name_en: en,
        dict_name_fr: fr,
        dict_type: type,
        create_by: 'system',
      },
    ]);
    await insertRows(
      client,
      'sys_dict_data',
      entries.map(([value, [zhLabel, enLabel, frLabel], listClass], place) => ({
        dict_code: 60 + index * 2 + place,
        dict_sort: place + 1,
        dict_label: zhLabel,
        dict_label_en: enLabel,
        dict_label_fr: frLabel,
        dict_value: value,
        dict_type: type,
        list_class: listClass,
        is_default: place === 0 ? 'Y' : 'N',
        create_by: 'system',
      })),
    );
  }
}

function jobRow([target, [zh, en, fr], cron]: (typeof cleaning)[number], facts: Record<string, string>) {
  return {
    job_name: zh,
    job_name_en: en,
    job_name_fr: fr,
    invoke_target: target,
    cron_expression: cron,
    concurrent: '1',
    create_by: 'system',
    ...facts,
  };
}
