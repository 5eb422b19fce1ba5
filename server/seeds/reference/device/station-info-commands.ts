import type { Titles } from '../../insert.ts';
import { factor, period, read, readLog, type SeededCommand, write } from './seeded-command.ts';

/** Station information by its code: read with 3020. */
const stationInfo: [infoId: string, titles: Titles][] = [
  ['i12001', ['读取仪器状态', 'Read instrument state', 'Lire l’état de l’analyseur']],
  ['i12002', ['读取仪器与数采仪连接状态', 'Read instrument link', 'Lire la liaison de l’analyseur']],
  ['i12003', ['读取仪器报警状态', 'Read instrument alarm', 'Lire l’alarme de l’analyseur']],
  ['i13001', ['读取量程', 'Read range', 'Lire l’étendue de mesure']],
  ['i13002', ['读取测量精度', 'Read precision', 'Lire la précision']],
  ['i13003', ['读取测量间隔', 'Read measuring interval', 'Lire l’intervalle de mesure']],
  ['i13006', ['读取校准时间', 'Read time of calibration', 'Lire la date d’étalonnage']],
  ['i13007', ['读取截距 B', 'Read intercept B', 'Lire l’ordonnée à l’origine B']],
  ['i13008', ['读取斜率 K', 'Read slope K', 'Lire la pente K']],
  ['i13009', ['读取检出限', 'Read detection limit', 'Lire la limite de détection']],
];
/** Information about the logger and the station itself, without a factor. */
const loggerInfo: [infoId: string, titles: Titles][] = [
  ['i22001', ['读取数采仪状态', 'Read logger state', 'Lire l’état de la centrale']],
  ['i22003', ['读取数采仪与平台连接状态', 'Read link to the platform', 'Lire la liaison avec la plateforme']],
  ['i22101', ['读取数采仪通道状态', 'Read logger inputs', 'Lire l’état des entrées']],
  ['i23001', ['读取当地气压', 'Read local pressure', 'Lire la pression locale']],
  ['i32001', ['读取门禁状态', 'Read door state', 'Lire l’état de la porte']],
  ['i33101', ['读取站房温度', 'Read room temperature', 'Lire la température du local']],
  ['i33102', ['读取站房湿度', 'Read room humidity', 'Lire l’humidité du local']],
  ['i33103', ['读取供电电压', 'Read supply voltage', 'Lire la tension d’alimentation']],
];
const settings: [infoId: string, titles: Titles, param: string][] = [
  ['i13001', ['设置量程', 'Set range', 'Régler l’étendue de mesure'], 'Range'],
  ['i13003', ['设置测量间隔', 'Set measuring interval', 'Régler l’intervalle de mesure'], 'Minutes'],
  ['i13007', ['设置截距 B', 'Set intercept B', 'Régler l’ordonnée à l’origine B'], 'Intercept'],
  ['i13008', ['设置斜率 K', 'Set slope K', 'Régler la pente K'], 'Slope'],
];
/** Reading and setting station information: 3020 and 3021. */
export const stationInfoCommands: SeededCommand[] = [
  ...stationInfo.map(([infoId, titles]) => ({
    code: '3020',
    type: read,
    titles,
    template: `${factor};InfoId=${infoId}`,
    since: '2017' as const,
  })),
  ...loggerInfo.map(([infoId, titles]) => ({
    code: '3020',
    type: read,
    titles,
    template: `InfoId=${infoId}`,
    since: '2017' as const,
  })),
  {
    code: '3020',
    type: readLog,
    titles: ['读取仪器日志', 'Read instrument log', 'Lire le journal de l’analyseur'],
    template: `${factor};InfoId=i11001;${period}`,
    since: '2017',
  },
  {
    code: '3020',
    type: readLog,
    titles: ['读取数采仪日志', 'Read logger log', 'Lire le journal de la centrale'],
    template: `InfoId=i21001;${period}`,
    since: '2017',
  },
  {
    code: '3020',
    type: readLog,
    titles: ['读取门禁日志', 'Read door log', 'Lire le journal de la porte'],
    template: `InfoId=i31001;${period}`,
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
];
