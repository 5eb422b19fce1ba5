import type pg from 'pg';
import { insertDictionaries, type SeededDictionary } from '../../dictionary-rows.ts';
import { insertRows } from '../../insert.ts';
import { buttonRow, catalogRow, type SeededScreen, screenRows } from '../../menu-rows.ts';
import { insertParameters } from '../../parameter-rows.ts';

const catalog = 1500;
const logScreen = catalog + 2;
const [operator, viewer] = [2, 3];

const dictionaries: SeededDictionary[] = [
  {
    type: 'alarm_type',
    names: ['报警类型', 'Alarm types', 'Types d’alarme'],
    entries: [
      ['limit', '超限', 'Limit exceeded', 'Dépassement de seuil', 'danger'],
      ['rate', '变化率', 'Rate of change', 'Variation rapide', 'warning'],
      ['offline', '离线', 'Offline', 'Hors ligne', 'info'],
      ['quality', '数据质量', 'Data quality', 'Qualité des données', 'warning'],
      ['power', '备用电源', 'Standby power', 'Alimentation de secours', 'warning'],
      [
        'reference',
        '超出参考站',
        'Above reference station',
        'Au-dessus de la station de référence',
        'warning',
      ],
      ['unstable', '频繁波动', 'Unstable', 'Instable', 'info'],
      ['device', '设备', 'Device', 'Appareil', 'primary'],
      ['system', '系统', 'System', 'Système', 'primary'],
    ],
  },
  {
    type: 'alarm_severity',
    names: ['报警级别', 'Alarm severities', 'Gravités d’alarme'],
    entries: [
      ['info', '提示', 'Info', 'Information', 'info'],
      ['minor', '一般', 'Minor', 'Mineure', 'primary'],
      ['major', '重要', 'Major', 'Majeure', 'warning'],
      ['critical', '紧急', 'Critical', 'Critique', 'danger'],
    ],
  },
];

const screens: SeededScreen[] = [
  {
    id: catalog + 1,
    parent: catalog,
    order: 2,
    titles: ['报警配置', 'Alarm rules', 'Règles d’alarme'],
    path: 'config',
    component: 'alarm/config/index',
    permission: 'alarm:config',
    icon: 'edit',
    buttons: { query: 1511, add: 1512, edit: 1513, remove: 1514, export: 1515, import: 1516 },
  },
  {
    id: logScreen,
    parent: catalog,
    order: 1,
    titles: ['报警日志', 'Alarm log', 'Journal des alarmes'],
    path: 'log',
    component: 'alarm/log/index',
    permission: 'alarm:log',
    icon: 'log',
    buttons: { query: 1521, export: 1522 },
  },
];

const [acknowledge, clear, mute] = [1523, 1524, 1525];
const logButtons = [
  buttonRow(
    acknowledge,
    logScreen,
    ['确认报警', 'Acknowledge alarms', 'Acquitter les alarmes'],
    'alarm:log:ack',
    3,
  ),
  buttonRow(clear, logScreen, ['解除报警', 'Clear alarms', 'Clore les alarmes'], 'alarm:log:clear', 4),
  buttonRow(
    mute,
    logScreen,
    ['静音报警', 'Mute alarms', 'Mettre les alarmes en sourdine'],
    'alarm:log:mute',
    5,
  ),
];

/** The menu of alarms, its dictionaries and parameters, and what the seeded roles may do. */
export async function seedAlarms(client: pg.PoolClient): Promise<void> {
  await insertDictionaries(client, dictionaries, { type: 40, entry: 45 });
  await insertRows(client, 'sys_menu', [
    {
      ...catalogRow({
        id: catalog,
        order: 80,
        titles: ['报警管理', 'Alarm', 'Alarmes'],
        path: 'alarm',
        icon: 'bell',
      }),
    },
    ...screens.flatMap(screenRows).map((row) => ({
      ...row,
      // "Log" and "Config" are the names of other routes.
      route_name: { 1501: 'AlarmConfig', 1502: 'AlarmLog' }[row.menu_id] ?? null,
    })),
    ...logButtons,
  ]);
  const granted: [number, number[]][] = [
    [operator, [catalog, logScreen, 1521, acknowledge, clear]],
    [viewer, [catalog, logScreen, 1521]],
  ];
  await insertRows(
    client,
    'sys_role_menu',
    granted.flatMap(([role_id, menuIds]) => menuIds.map((menu_id) => ({ role_id, menu_id }))),
  );
  await insertParameters(client, [
    {
      id: 95,
      titles: ['每小时报警变化上限', 'Alarm changes per hour', 'Changements d’alarme par heure'],
      key: 'alarm.maxChanges',
      value: '6',
      remark: '2–60',
    },
    {
      id: 96,
      titles: [
        '报警日志保留天数',
        'Days the alarm log is kept',
        'Jours de conservation du journal des alarmes',
      ],
      key: 'sys.log.alarmDays',
      value: '730',
      remark: '0 = ∞',
    },
  ]);
}
