import type pg from 'pg';
import { insertRows } from '../insert.ts';
import { buttonRow, names } from './menus.ts';

type Titles = [zh: string, en: string, fr: string];
type Button = [id: number, action: string, titles: Titles];

const query: Titles = ['查询', 'View', 'Consulter'];
const remove: Titles = ['删除', 'Delete', 'Supprimer'];
const out: Titles = ['导出', 'Export', 'Exporter'];

const screens: { id: number; titles: Titles; area: string; path: string; icon: string; buttons: Button[] }[] =
  [
    {
      id: 500,
      titles: ['操作日志', 'Operation log', 'Opérations'],
      area: 'monitor',
      path: 'operlog',
      icon: 'form',
      buttons: [
        [1039, 'query', query],
        [1040, 'remove', remove],
        [1041, 'export', out],
      ],
    },
    {
      id: 501,
      titles: ['登录日志', 'Login log', 'Connexions'],
      area: 'monitor',
      path: 'logininfor',
      icon: 'logininfor',
      buttons: [
        [1042, 'query', query],
        [1043, 'remove', remove],
        [1044, 'export', out],
      ],
    },
    {
      id: 502,
      titles: ['转发日志', 'Forwarding log', 'Transferts'],
      area: 'log',
      path: 'forward',
      icon: 'guide',
      buttons: [
        [1920, 'query', query],
        [1921, 'remove', remove],
        [1922, 'export', out],
      ],
    },
    {
      id: 503,
      titles: ['数据修改日志', 'Data change log', 'Modifications'],
      area: 'log',
      path: 'dataModify',
      icon: 'edit',
      buttons: [
        [1923, 'query', query],
        [1924, 'remove', remove],
        [1925, 'export', out],
      ],
    },
    {
      id: 504,
      titles: ['错误日志', 'Error log', 'Erreurs'],
      area: 'log',
      path: 'error',
      icon: 'bug',
      buttons: [
        [1926, 'query', query],
        [1927, 'edit', ['标记解决', 'Resolve', 'Résoudre']],
        [1928, 'remove', remove],
        [1929, 'export', out],
      ],
    },
  ];

/** How many days each log is kept. Changes of data are evidence: they stay for ever until somebody decides otherwise. */
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

/** The five logs, for administrators alone: logs know no departments. */
export async function addLogs(client: pg.PoolClient): Promise<void> {
  await insertRows(client, 'sys_menu', [
    {
      menu_id: 108,
      parent_id: 1,
      ...names(['日志管理', 'Logs', 'Journaux']),
      order_num: 9,
      path: 'log',
      menu_type: 'M',
      icon: 'log',
    },
    ...screens.flatMap(listRows),
  ]);
  // The right stood alone before there was a screen for it.
  await client.query('update sys_menu set parent_id = 501 where menu_id = 1045 and parent_id = 1');
  await insertRows(client, 'sys_config', retention.map(parameterRow));
}

function listRows({ id, titles, area, path, icon, buttons }: (typeof screens)[number], index: number) {
  const permission = `${area}:${path}`;
  const screen = {
    menu_id: id,
    parent_id: 108,
    ...names(titles),
    order_num: index + 1,
    path,
    component: `${area}/${path}/index`,
    menu_type: 'C',
    perms: `${permission}:list`,
    icon,
  };
  const rows = buttons.map(([button, action, words], order) =>
    buttonRow(button, id, words, `${permission}:${action}`, order + 1),
  );
  return [screen, ...rows];
}

function parameterRow([id, [zh, en, fr], key, days]: (typeof retention)[number]) {
  return {
    config_id: id,
    config_name: zh,
    config_name_en: en,
    config_name_fr: fr,
    config_key: key,
    config_value: days,
    config_type: 'Y',
    create_by: 'system',
    remark: '0 = ∞',
  };
}
