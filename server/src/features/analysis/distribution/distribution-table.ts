import type { Language } from '@limpid/contract/language';
import { translate } from '../../../platform/texts.ts';
import type { ExportedTable } from '../../../platform/work/table-export.ts';
import { describeFlagSummary } from '../../quality/quality.api.ts';
import type { Measured } from '../channel.ts';
import { headWithIndex } from '../index-heading.ts';
import type { DistributionRow } from './distribution-rows.rule.ts';

/** The distribution of several sites as one long table. */
export function makeDistributionTable(
  rows: AsyncIterable<DistributionRow>,
  measured: Measured,
  language: Language,
): ExportedTable {
  const write = (key: string) => translate(language, `analysis.distribution.${key}`);
  const headers = [
    ...['part', 'siteCode', 'site', 'rank', 'from', 'to', 'day', 'hour'].map((key) =>
      write(`columns.${key}`),
    ),
    translate(language, 'data.history.columns.zone'),
    ...['hours', 'days'].map((key) => write(`columns.${key}`)),
    headValue(write('columns.value'), measured, language),
    translate(language, 'quality.flagged.title'),
  ];
  async function* listCells() {
    for await (const { part, siteCode, site, rank, from, to, day, hour, offset, ...row } of rows) {
      const { hours, days, value } = row;
      const place = [write(`parts.${part}`), siteCode, site, rank, from, to, day, hour, offset];
      yield [...place, hours, days, value, describeFlagSummary(row.flags, language)];
    }
  }
  return { columns: headers.map((header) => ({ header })), rows: listCells() };
}

function headValue(text: string, measured: Measured, language: Language): string {
  if (typeof measured === 'string') return headWithIndex(text, measured, language);
  const { code, unit } = measured;
  return unit ? `${text} ${code} (${unit})` : `${text} ${code}`;
}
