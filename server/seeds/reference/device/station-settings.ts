import type pg from 'pg';
import { insertRows, type Titles } from '../../insert.ts';
import { commandRow, paramRow } from './command-rows.ts';
import { factor, read, type SeededCommand, write } from './seeded-command.ts';

/** After the seeded rows so far, before those of an administrator. */
const [firstCommand, firstParam] = [921, 901];

const settings: [infoId: string, titles: Titles, param: string][] = [
  ['i13002', ['设置测量精度', 'Set precision', 'Régler la précision'], 'Precision'],
  [
    'i13004',
    ['设置消解温度', 'Set digestion temperature', 'Régler la température de digestion'],
    'Digestion',
  ],
  ['i13006', ['设置校准时间', 'Set time of calibration', 'Régler la date d’étalonnage'], 'CalibratedAt'],
  ['i13009', ['设置检出限', 'Set detection limit', 'Régler la limite de détection'], 'DetectionLimit'],
];

const commands: SeededCommand[] = [
  {
    code: '3020',
    type: read,
    titles: ['读取消解温度', 'Read digestion temperature', 'Lire la température de digestion'],
    template: `${factor};InfoId=i13004`,
    since: '2017',
  },
  ...settings.map(([infoId, titles, param]) => ({
    code: '3021',
    type: write,
    titles,
    template: `${factor};InfoId=${infoId};${infoId}-Info={${param}}`,
    parent: '3020',
    since: '2017' as const,
  })),
  // The pressure is that of the logger, so no factor is named.
  {
    code: '3021',
    type: write,
    titles: ['设置当地气压', 'Set local pressure', 'Régler la pression locale'],
    template: 'InfoId=i23001;i23001-Info={Pressure}',
    parent: '3020',
    since: '2017',
  },
];

const params = [
  {
    code: 'Precision',
    titles: ['测量精度', 'Precision', 'Précision'] as Titles,
    type: 'number',
    min: 0,
  },
  {
    code: 'Digestion',
    titles: ['消解温度', 'Digestion temperature', 'Température de digestion'] as Titles,
    type: 'number',
    unit: '°C',
    min: 0,
    max: 300,
  },
  {
    code: 'CalibratedAt',
    titles: ['校准时间', 'Time of calibration', 'Date d’étalonnage'] as Titles,
    type: 'time',
    default: 'now',
  },
  {
    code: 'DetectionLimit',
    titles: ['检出限', 'Detection limit', 'Limite de détection'] as Titles,
    type: 'number',
    min: 0,
  },
  {
    code: 'Pressure',
    titles: ['当地气压', 'Local pressure', 'Pression locale'] as Titles,
    type: 'number',
    unit: 'kPa',
    min: 30,
    max: 120,
  },
];

/** The remaining settings of instruments and loggers, written with 3021. */
export async function seedStationSettings(client: pg.PoolClient): Promise<void> {
  await insertRows(
    client,
    'basic_command',
    commands.map((command, index) => commandRow(command, firstCommand + index)),
  );
  await insertRows(
    client,
    'basic_command_param',
    params.map((param, index) => paramRow({ command: '3021', ...param }, firstParam + index)),
  );
}
