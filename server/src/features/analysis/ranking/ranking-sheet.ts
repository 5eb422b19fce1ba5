import { roundHalfEven } from '@limpid/aqi/decimal';
import type { RankingEntry, RankingUnit } from '@limpid/contract/analysis/ranking-table';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { Cell } from '../../../platform/sheets/cell.ts';
import { translate } from '../../../platform/texts.ts';
import type { ExportedTable } from '../../../platform/work/table-export.ts';
import { describeFlagSummary } from '../../quality/quality.api.ts';
import type { StoredChannel } from '../../reading/reading.api.ts';
import type { ComparedPeriod } from './measured-sites.store.ts';

interface SheetQuery {
  unit: RankingUnit;
  channel: Pick<StoredChannel, 'code' | 'unit' | 'decimals'> | undefined;
  index: MapIndex;
  period: ComparedPeriod;
  compared: object | undefined;
}

interface SheetColumn {
  header: string;
  read: (entry: RankingEntry) => Cell;
}

/** The ranking as a table with one row for each unit, those that are left out with the reason. */
export function makeRankingSheet(
  entries: AsyncIterable<RankingEntry>,
  query: SheetQuery,
  language: Language,
): ExportedTable {
  const columns = listColumns(query, language);
  return { columns: columns.map(({ header }) => ({ header })), rows: listCells() };

  async function* listCells(): AsyncGenerator<Cell[]> {
    for await (const entry of entries) yield columns.map(({ read }) => read(entry));
  }
}

function listColumns(query: SheetQuery, language: Language): SheetColumn[] {
  const { unit, channel, index, compared } = query;
  const decimals = channel?.decimals ?? countIndexDecimals(query);
  const round = (value: number | null) => (value === null ? null : roundHalfEven(value, decimals));
  const write = (key: string) => translate(language, `analysis.ranking.${key}`);
  const column = (name: string, read: SheetColumn['read']) => ({ header: write(`columns.${name}`), read });
  const measured = channel
    ? `${channel.code}${channel.unit ? ` (${channel.unit})` : ''}`
    : index === 'china'
      ? write('index')
      : translate(language, `map.indices.${index}`);
  return [
    ...(unit === 'site'
      ? [column('siteCode', (one) => one.siteCode), column('site', (one) => one.siteName)]
      : []),
    ...(unit === 'group' ? [] : [column('entity', (one) => localised(one, 'entityName', language))]),
    // An entity without a group is left out of the ranking of groups, by its own name.
    column(
      'group',
      (one) => one.entityGroup || (unit === 'group' ? localised(one, 'entityName', language) : null),
    ),
    column('rank', (one) => one.rank),
    { header: measured, read: (one) => round(one.value) },
    ...(channel ? [] : [column('primary', (one) => one.primary)]),
    column('counted', (one) => one.counted),
    column('expected', (one) => one.expected),
    ...(unit === 'site'
      ? []
      : [column('sites', (one) => one.sites), column('allSites', (one) => one.allSites)]),
    ...(compared
      ? [
          column('before', (one) => round(one.before)),
          column('change', (one) => round(one.change)),
          column('rankChange', (one) => one.rankChange),
        ]
      : []),
    column('leftOut', (one) => (one.reason === null ? null : write(`reasons.${one.reason}`))),
    {
      header: translate(language, 'quality.flagged.title'),
      read: ({ flags }) => describeFlagSummary(flags, language),
    },
  ];
}

/** The index of an hour or a day is a whole number; the mean of several has a decimal, as on the screen. */
function countIndexDecimals({ unit, index, period }: SheetQuery): number {
  const isOne = 'hour' in period || period.first === period.last;
  return isOne && (unit === 'site' || index === 'china') ? 0 : 1;
}
