import type { Titles } from '../../insert.ts';

export interface SeededParam {
  commands: string[];
  code: string;
  titles: Titles;
  type: string;
  unit?: string;
  min?: number;
  max?: number;
  choices?: string;
  default?: string;
}

const history = ['2031', '2041', '2051', '2061', '3020'];

export const seededParams: SeededParam[] = [
  {
    commands: [
      '1021',
      '1022',
      '3011',
      '3012',
      '3013',
      '3014',
      '3016',
      '3017',
      '3018',
      '3019',
      '3020',
      '3021',
    ],
    code: 'PolId',
    titles: ['监测因子', 'Channel', 'Paramètre'],
    type: 'channel',
  },
  {
    commands: ['1000'],
    code: 'OverTime',
    titles: ['超时时间', 'Time-out', 'Délai'],
    type: 'integer',
    unit: 's',
    min: 1,
    max: 99,
    default: '10',
  },
  {
    commands: ['1000'],
    code: 'ReCount',
    titles: ['重发次数', 'Retries', 'Répétitions'],
    type: 'integer',
    min: 1,
    max: 99,
    default: '3',
  },
  {
    commands: ['1012'],
    code: 'SystemTime',
    titles: ['系统时间', 'Time', 'Heure'],
    type: 'time',
    default: 'now',
  },
  { commands: ['1022'], code: 'LowValue', titles: ['下限', 'Lower limit', 'Seuil bas'], type: 'number' },
  { commands: ['1022'], code: 'UpValue', titles: ['上限', 'Upper limit', 'Seuil haut'], type: 'number' },
  { commands: ['1042'], code: 'ReportTime', titles: ['上报时间', 'Time', 'Heure'], type: 'timeOfDay' },
  {
    commands: ['1062'],
    code: 'RtdInterval',
    titles: ['实时数据间隔', 'Interval', 'Intervalle'],
    type: 'integer',
    unit: 's',
    min: 30,
    max: 3600,
    default: '60',
  },
  {
    commands: ['1064'],
    code: 'MinInterval',
    titles: ['分钟数据间隔', 'Interval', 'Intervalle'],
    type: 'choice',
    unit: 'min',
    choices: '1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30',
    default: '10',
  },
  {
    commands: ['1072'],
    code: 'NewPW',
    titles: ['新密码', 'New password', 'Nouveau mot de passe'],
    type: 'password',
  },
  { commands: history, code: 'BeginTime', titles: ['开始时间', 'From', 'Début'], type: 'time' },
  { commands: history, code: 'EndTime', titles: ['结束时间', 'To', 'Fin'], type: 'time' },
  {
    commands: ['3016'],
    code: 'CstartTime',
    titles: ['首次采样时间', 'First sample at', 'Premier prélèvement à'],
    type: 'timeOfDay',
  },
  {
    commands: ['3014', '3016'],
    code: 'Ctime',
    titles: ['采样周期', 'Period', 'Période'],
    type: 'integer',
    unit: 'h',
    min: 1,
    max: 24,
  },
  {
    commands: ['3021'],
    code: 'Range',
    titles: ['量程', 'Range', 'Étendue de mesure'],
    type: 'number',
    min: 0,
  },
  {
    commands: ['3021'],
    code: 'Minutes',
    titles: ['测量间隔', 'Measuring interval', 'Intervalle de mesure'],
    type: 'integer',
    unit: 'min',
    min: 1,
    max: 1440,
  },
  {
    commands: ['3021'],
    code: 'Intercept',
    titles: ['截距 B', 'Intercept B', 'Ordonnée à l’origine B'],
    type: 'number',
    min: -10000,
    max: 10000,
    default: '0',
  },
  {
    commands: ['3021'],
    code: 'Slope',
    titles: ['斜率 K', 'Slope K', 'Pente K'],
    type: 'number',
    min: 0.01,
    max: 100,
    default: '1',
  },
];
