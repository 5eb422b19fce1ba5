import type { LevelShares } from '@limpid/contract/analysis/distribution';
import type { Language } from '@limpid/contract/language';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { translate } from '../../../platform/texts.ts';
import type { ExportedTable } from '../../../platform/work/table-export.ts';
import type { StoredChannel } from '../../reading/reading.api.ts';
import { headWithIndex } from '../index-heading.ts';
import type { DistributionRow } from './distribution-rows.rule.ts';

/** The distribution of several sites as one long table. */
export function makeDistributionTable(
  rows: AsyncIterable<DistributionRow>,
  counted: LevelShares['counted'],
  channel: Pick<StoredChannel, 'code' | 'unit'> | undefined,
  index: MapIndex,
  language: Language,
): ExportedTable {
  const write = (key: string) => translate(language, `analysis.distribution.${key}`);
  const keys = ['part', 'site', 'rank', 'from', 'to', 'day', 'hour'];
  const quantity = channel?.unit ? `${channel.code} (${channel.unit})` : (channel?.code ?? '');
  const headers = [
    ...keys.map((key) => write(`columns.${key}`)),
    counted === 'hour' ? write('columns.hours') : headWithIndex(write('columns.days'), index, language),
    `${write('columns.value')} ${quantity}`.trim(),
  ];
  async function* listCells() {
    for await (const { part, site, rank, from, to, day, hour, count, value } of rows)
      yield [write(`parts.${part}`), site, rank, from, to, day, hour, count, value];
  }
  return { columns: headers.map((header) => ({ header })), rows: listCells() };
}
