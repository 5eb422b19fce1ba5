import type { PollutionTrend } from '@limpid/contract/analysis/pollution-trend';
import type { Language } from '@limpid/contract/language';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { translate } from '../../../platform/texts.ts';
import type { ExportedTable } from '../../../platform/work/table-export.ts';
import { describeFlagSummary } from '../../quality/quality.api.ts';
import { levelCount } from '../../rollup/rollup.api.ts';
import type { Measured } from '../channel.ts';
import { headWithIndex } from '../index-heading.ts';
import { listTrendRows } from './trend-rows.rule.ts';

/** The pollution trend as one long table. */
export function makePollutionTrendTable(
  { trend, measured }: { trend: PollutionTrend; measured: Measured },
  index: MapIndex,
  language: Language,
): ExportedTable {
  const write = (key: string, values?: Record<string, string | number>) =>
    translate(language, `analysis.trend.${key}`, values);
  const ofIndex = (text: string) => headWithIndex(text, index, language);
  const rows = listTrendRows(trend).map(({ part, levels, flags, ...row }) => [
    write(`parts.${part}`),
    ...Object.values(row),
    ...levels,
    describeFlagSummary(flags, language),
  ]);
  const quantity = nameQuantity(measured, language);
  const headers = [
    ...['part', 'from', 'to', 'group', 'count'].map((key) => write(`columns.${key}`)),
    write('columns.mean', { quantity }),
    ...['lower', 'upper', 'valid', 'line', 'adjusted'].map((key) => write(`columns.${key}`)),
    ...Array.from({ length: levelCount }, (_, n) => ofIndex(write('columns.level', { level: n + 1 }))),
    ofIndex(write('columns.withoutIndex')),
    translate(language, 'quality.flagged.title'),
  ];
  return { columns: headers.map((header) => ({ header })), rows, count: rows.length };
}

function nameQuantity(measured: Measured, language: Language): string {
  if (typeof measured === 'string') return translate(language, `map.indices.${measured}`);
  const { code, unit } = measured;
  return unit ? `${code} (${unit})` : code;
}
