import { roundHalfEven } from '@limpid/aqi/decimal';
import type { SiteRoses } from '@limpid/contract/analysis/rose';
import type { Language } from '@limpid/contract/language';
import { translate } from '../../../platform/texts.ts';
import type { ExportedTable } from '../../../platform/work/table-export.ts';
import { describeFlagSummary } from '../../quality/quality.api.ts';
import { describeMeasured, type Measured } from '../channel.ts';
import { listRoseRows } from './rose-rows.rule.ts';

const percentDecimals = 1;
/** Bounds of cells of the polar plot are fractions of a metre per second. */
const speedDecimals = 2;

const heads = [
  'chart',
  'windFrom',
  'direction',
  'class',
  'speedFrom',
  'speedTo',
  'valueFrom',
  'valueTo',
  'hourCount',
  'share',
];

/** What the tables of the screen show, one row for each class, each direction and each cell. */
export function makeRoseSheet(roses: SiteRoses, measured: Measured, language: Language): ExportedTable {
  const write = (key: string, params = {}) => translate(language, `analysis.rose.${key}`, params);
  const { heading, decimals, meanDecimals } = describeMeasured(measured, language);
  const points = write('directions').split(',');
  const round = (value: number | null, decimals: number) =>
    value === null ? null : roundHalfEven(value, decimals);
  const nameClass = (from: number | null, to: number | null, isTotal: boolean) => {
    if (isTotal) return write('allClasses');
    if (from === null) return to === null ? null : write('classBelow', { to });
    return to === null ? write('classAbove', { from }) : write('class', { from, to });
  };
  const rows = listRoseRows(roses).map((row) => {
    const { chart, direction } = row;
    const [speedFrom, speedTo] = [round(row.speedFrom, speedDecimals), round(row.speedTo, speedDecimals)];
    const [valueFrom, valueTo] = [round(row.valueFrom, decimals), round(row.valueTo, decimals)];
    return [
      write(`charts.${chart}`),
      direction === null ? write('calmRow') : (points[Math.round(direction / 22.5) % points.length] ?? null),
      direction,
      chart === 'polar' ? null : nameClass(speedFrom ?? valueFrom, speedTo ?? valueTo, row.isTotal),
      speedFrom,
      speedTo,
      valueFrom,
      valueTo,
      row.count,
      round(100 * row.share, percentDecimals),
      round(row.mean, meanDecimals),
      describeFlagSummary(chart === 'wind' ? roses.flags.wind : roses.flags.pollution, language),
    ];
  });
  const mean = write('meanOf', { channel: heading });
  const flagged = translate(language, 'quality.flagged.title');
  const headers = [...heads.map((key) => write(`columns.${key}`)), mean, flagged];
  return { columns: headers.map((header) => ({ header })), rows, count: rows.length };
}
