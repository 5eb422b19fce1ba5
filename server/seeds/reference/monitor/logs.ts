import type pg from 'pg';
import { insertRows, type Titles } from '../../insert.ts';
import { buttonRow, catalogRow, screenRows } from '../../menu-rows.ts';
import { insertParameters } from '../../parameter-rows.ts';

type Button = [id: number, action: string, titles: Titles];

const queryTitles: Titles = ['查询', 'View', 'Consulter'];
const removeTitles: Titles = ['删除', 'Delete', 'Supprimer'];
const exportTitles: Titles = ['导出', 'Export', 'Exporter'];

const screens: { id: number; titles: Titles; area: string; path: string; icon: string; buttons: Button[] }[] =
  [
    {
      id: 500,
      titles: ['操作日志', 'Operation log', 'Opérations'],
      area: 'monitor',
      path: 'operlog',
      icon: 'form',
      buttons: [
        [1039, 'query', queryTitles],
        [1040, 'remove', removeTitles],
        [1041, 'export', exportTitles],
      ],
    },
    {
      id: 501,
      titles: ['登录日志', 'Login log', 'Connexions'],
      area: 'monitor',
      path: 'logininfor',
      icon: 'logininfor',
      buttons: [
        [1042, 'query', queryTitles],
        [1043, 'remove', removeTitles],
        [1044, 'export', exportTitles],
      ],
    },
    {
      id: 502,
      titles: ['转发日志', 'Forwarding log', 'Transferts'],
      area: 'log',
      path: 'forward',
      icon: 'guide',
      buttons: [
        [1920, 'query', queryTitles],
        [1921, 'remove', removeTitles],
        [1922, 'export', exportTitles],
      ],
    },
    {
      id: 503,
      titles: ['数据修改日志', 'Data change log', 'Modifications'],
      area: 'log',
      path: 'dataModify',
      icon: 'edit',
      buttons: [
        [1923, 'query', queryTitles],
        [1924, 'remove', removeTitles],
        [1925, 'export', exportTitles],
      ],
    },
    {
      id: 504,
      titles: ['错误日志', 'Error log', 'Erreurs'],
      area: 'log',
      path: 'error',
      icon: 'bug',
      buttons: [
        [1926, 'query', queryTitles],
        [1927, 'edit', ['标记解决', 'Resolve', 'Résoudre']],
        [1928, 'remove', removeTitles],
        [1929, 'export', exportTitles],
      ],
    },
  ];

/** Days that each log is kept. Changes of data are evidence, so they are never removed by default. */
const retention: [id: number, titles: Titles, key: string, days: string][] = [
  [
    40,
    ['操作日志保留天数', 'Days the operation log is kept', 'Jours de conservation du journal des opérations'],
    'sys.log.operationDays',
    '180',
  ],
  [
    41,
    ['登录日志保留天数', 'Days the login log is kept', 'Jours de conservation du journal des connexions'],
    'sys.log.loginDays',
    '180',
  ],
  [
    42,
    [
      '转发日志保留天数',
      'Days the forwarding log is kept',
      'Jours de conservation du journal des transferts',
    ],
    'sys.log.forwardDays',
    '30',
  ],
  [
    43,
    [
      '数据修改日志保留天数',
      'Days the data change log is kept',
      'Jours de conservation du journal des modifications',
    ],
    'sys.log.dataModifyDays',
    '0',
  ],
  [
    44,
    ['错误日志保留天数', 'Days the error log is kept', 'Jours de conservation du journal des erreurs'],
    'sys.log.errorDays',
    '90',
  ],
];

/** The five log screens, which only administrators get by default. */
export async function seedLogs(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    catalogRow({
      id: 108,
      parent: 1,
      order: 9,
      titles: ['日志管理', 'Logs', 'Journaux'],
      path: 'log',
      icon: 'log',
    }),
    ...screens.flatMap(logScreenRows),
  ]);
  // Earlier versions had this permission without a screen.
  await client.query('update sys_menu set parent_id = 501 where menu_id = 1045 and parent_id = 1');
  await insertParameters(
    client,
    retention.map(([id, titles, key, value]) => ({ id, titles, key, value, remark: '0 = ∞' })),
  );
}

function logScreenRows({ id, titles, area, path, icon, buttons }: (typeof screens)[number], index: number) {
  const permission = `${area}:${path}`;
  const component = `${area}/${path}/index`;
  const screen = {
    id,
    parent: 108,
    order: index + 1,
    titles,
    path,
    component,
    permission,
    icon,
    buttons: {},
  };
  const buttonRows = buttons.map(([button, action, words], order) =>
    buttonRow(button, id, words, `${permission}:${action}`, order + 1),
  );
  return [...screenRows(screen), ...buttonRows];
}
