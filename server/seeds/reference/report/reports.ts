import type pg from 'pg';
import { insertRows, type Titles } from '../../insert.ts';
import { systemJobRow } from '../../job-rows.ts';
import { buttonRow, screenRows } from '../../menu-rows.ts';
import { insertParameters } from '../../parameter-rows.ts';
import { seedReportTemplates } from './report-templates.ts';

const analysis = 1460;
const screen = 1930;
const [operator, viewer] = [2, 3];

const buttons = { query: 1931, add: 1932, edit: 1933, remove: 1934, export: 1935 };

const rights: [id: number, action: string, titles: Titles][] = [
  [1936, 'report:review', ['审核报告', 'Review reports', 'Vérifier les rapports']],
  [1937, 'report:publish', ['发布报告', 'Publish reports', 'Publier les rapports']],
  [1938, 'reportTemplate:list', ['查看模板', 'View templates', 'Consulter les modèles']],
  [1939, 'reportTemplate:query', ['模板详情', 'Open templates', 'Ouvrir les modèles']],
  [1940, 'reportTemplate:add', ['新增模板', 'Add templates', 'Ajouter des modèles']],
  [1941, 'reportTemplate:edit', ['修改模板', 'Edit templates', 'Modifier les modèles']],
  [1942, 'reportTemplate:remove', ['删除模板', 'Delete templates', 'Supprimer des modèles']],
  [1943, 'reportPlan:list', ['查看报告计划', 'View schedules', 'Consulter les planifications']],
  [1944, 'reportPlan:query', ['报告计划详情', 'Open schedules', 'Ouvrir les planifications']],
  [1945, 'reportPlan:add', ['新增报告计划', 'Add schedules', 'Ajouter des planifications']],
  [1946, 'reportPlan:edit', ['修改报告计划', 'Edit schedules', 'Modifier les planifications']],
  [1947, 'reportPlan:remove', ['删除报告计划', 'Delete schedules', 'Supprimer des planifications']],
];

const jobs: [id: number, target: string, titles: Titles, cron: string][] = [
  [62, "reportTask.make('day')", ['生成日报', 'Make daily reports', 'Rapports quotidiens'], '0 0 7 * * ?'],
  [
    63,
    "reportTask.make('week')",
    ['生成周报', 'Make weekly reports', 'Rapports hebdomadaires'],
    '0 10 7 ? * MON',
  ],
  // The last hours of a month arrive, and are reviewed, on the first.
  [64, "reportTask.make('month')", ['生成月报', 'Make monthly reports', 'Rapports mensuels'], '0 20 7 2 * ?'],
  [
    65,
    "reportTask.make('quarter')",
    ['生成季报', 'Make quarterly reports', 'Rapports trimestriels'],
    '0 30 7 2 1,4,7,10 ?',
  ],
  [66, "reportTask.make('year')", ['生成年报', 'Make yearly reports', 'Rapports annuels'], '0 40 7 2 1 ?'],
  [
    67,
    'reportTask.compare',
    [
      '检查报告数据变化',
      'Find reports with changed data',
      'Recherche des rapports dont les données ont changé',
    ],
    '0 30 5 * * ?',
  ],
  [
    68,
    'reportTask.clean',
    ['清理过期报告', 'Remove old reports', 'Purge des anciens rapports'],
    '0 20 3 * * ?',
  ],
];

/** The screen of reports, its jobs, parameters and templates. Signing and schedules are for those whom an administrator names. */
export async function seedReports(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    ...screenRows({
      id: screen,
      parent: analysis,
      order: 11,
      titles: ['统计报告', 'Statistics reports', 'Rapports statistiques'],
      path: 'report',
      component: 'analysis/report/index',
      permission: 'analysis:report',
      icon: 'documentation',
      buttons,
    }),
    ...rights.map(([id, action, titles], index) =>
      buttonRow(id, screen, titles, `analysis:${action}`, index + 6),
    ),
  ]);
  await insertRows(
    client,
    'sys_job',
    jobs.map(([id, target, titles, cron]) => systemJobRow({ id, target, titles, cron })),
  );
  await insertParameters(client, [
    {
      id: 70,
      titles: [
        '未发布报告保留天数',
        'Days that unpublished reports are kept',
        'Jours de conservation des rapports non publiés',
      ],
      key: 'report.draftDays',
      value: '400',
      remark: '0 = ∞',
    },
    {
      id: 71,
      titles: [
        '已发布报告保留天数',
        'Days that published reports are kept',
        'Jours de conservation des rapports publiés',
      ],
      key: 'report.publishedDays',
      value: '3660',
      remark: '0 = ∞',
    },
    {
      id: 72,
      titles: [
        '平台公网地址（用于报告链接与校验码）',
        'Public address of the platform, for links to reports and check codes',
        'Adresse publique de la plateforme, pour les liens vers les rapports et les codes de contrôle',
      ],
      key: 'report.address',
      value: '',
      remark: 'https://…',
    },
  ]);
  await seedReportTemplates(client);
  await grantReports(client);
}

/** Operators make reports, viewers see them. An administrator may have removed a role. */
async function grantReports(client: pg.PoolClient): Promise<void> {
  const { query, add, edit, export: exported } = buttons;
  const [templates, template, plans, plan] = [1938, 1939, 1943, 1944];
  for (const [role, menuIds] of [
    [operator, [screen, query, add, edit, exported, templates, template, plans, plan]],
    [viewer, [screen, query]],
  ] as const)
    await client.query(
      `insert into sys_role_menu (role_id, menu_id)
       select role_id, unnest($2::bigint[]) from sys_role where role_id = $1 and del_flag = '0'
       on conflict do nothing`,
      [role, menuIds],
    );
}
