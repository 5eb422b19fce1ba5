import type pg from 'pg';
import { insertDictionaries, type SeededDictionary } from '../../dictionary-rows.ts';
import { insertRows, type Titles } from '../../insert.ts';
import { sampleJobRow, systemJobRow } from '../../job-rows.ts';
import { buttonRow, catalogRow, screenRows } from '../../menu-rows.ts';
import { insertParameters } from '../../parameter-rows.ts';

const buttons: [id: number, action: string, titles: Titles][] = [
  [1049, 'query', ['查询', 'View', 'Consulter']],
  [1050, 'add', ['新增', 'Add', 'Ajouter']],
  [1051, 'edit', ['修改', 'Edit', 'Modifier']],
  [1052, 'remove', ['删除', 'Delete', 'Supprimer']],
  [1053, 'changeStatus', ['状态修改', 'Pause, resume, run', 'Suspendre, reprendre, lancer']],
  [1054, 'export', ['导出', 'Export', 'Exporter']],
];

/** Jobs that remove expired data. */
const cleaning: [target: string, titles: Titles, cron: string][] = [
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

/** Sample jobs of the family. */
const samples: [target: string, titles: Titles, cron: string][] = [
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

const dictionaries: SeededDictionary[] = [
  {
    type: 'sys_job_status',
    names: ['任务状态', 'State of a task', 'État d’une tâche'],
    entries: [
      ['0', '正常', 'Active', 'Active', 'primary'],
      ['1', '暂停', 'Paused', 'Suspendue', 'danger'],
    ],
  },
  {
    type: 'sys_job_group',
    names: ['任务分组', 'Group of tasks', 'Groupe de tâches'],
    entries: [
      ['DEFAULT', '默认', 'Default', 'Par défaut'],
      ['SYSTEM', '系统', 'System', 'Système'],
    ],
  },
];

/** The screen and dictionaries of scheduled tasks, and the jobs of a new installation. */
export async function seedTasks(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', listMenuRows());
  await insertDictionaries(client, dictionaries, { type: 30, entry: 60 });
  await insertParameters(client, [
    {
      id: 45,
      titles: [
        '任务日志保留天数',
        'Days the task log is kept',
        'Jours de conservation du journal des tâches',
      ],
      key: 'sys.log.taskDays',
      value: '30',
      remark: '0 = ∞',
    },
  ]);
  await insertRows(client, 'sys_job', [
    ...cleaning.map(([target, titles, cron], index) => systemJobRow({ id: index + 1, titles, target, cron })),
    ...samples.map(([target, titles, cron], index) =>
      sampleJobRow({ id: cleaning.length + index + 1, titles, target, cron }),
    ),
  ]);
}

function listMenuRows() {
  return [
    catalogRow({
      id: 2,
      order: 20,
      titles: ['系统监控', 'Monitoring', 'Surveillance'],
      path: 'monitor',
      icon: 'monitor',
    }),
    ...screenRows({
      id: 110,
      parent: 2,
      order: 2,
      titles: ['定时任务', 'Scheduled tasks', 'Tâches planifiées'],
      path: 'job',
      component: 'monitor/job/index',
      permission: 'monitor:job',
      icon: 'job',
      buttons: {},
    }),
    ...buttons.map(([id, action, titles], index) =>
      buttonRow(id, 110, titles, `monitor:job:${action}`, index + 1),
    ),
  ];
}
