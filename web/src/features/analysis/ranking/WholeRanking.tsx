import { type RankingUnit, readRankingTable } from '@limpid/contract/analysis/ranking-table';
import type { Input } from '@limpid/contract/kit/endpoint';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import { SearchedTable } from '../../../query/list/SearchedTable.tsx';
import { useSearchedTable } from '../../../query/list/use-searched-table.ts';
import { QueryError } from '../../../query/result/QueryError.tsx';
import { useAnalysis } from '../../../query/state/use-analysis.ts';
import styles from './ranking.module.css';
import { type NumberedEntry, useRankingColumns } from './use-ranking-columns.tsx';

type TableQuery = Input<typeof readRankingTable>['query'];

interface WholeRankingProps {
  query: TableQuery;
  by: RankingUnit;
  channel: Channel | undefined;
  scale: MeasureScale;
  isCompared: boolean;
}

/** The whole ranking by page, searched by name and sorted by any column; what is left out comes last. */
export function WholeRanking({ query, by, channel, scale, isCompared }: WholeRankingProps) {
  const { t } = useTranslation();
  const state = useSearchedTable({ by: 'rank', desc: false });
  const { search, page, pageSize, sort } = state;
  const result = useAnalysis(readRankingTable, {
    ...query,
    pageNum: page,
    pageSize,
    ...(search && { search }),
    // The columns of the table are the ones that the ranking is sorted by.
    orderByColumn: sort.by as NonNullable<TableQuery['orderByColumn']>,
    isAsc: sort.desc ? 'desc' : 'asc',
  });
  const columns = useRankingColumns({ by, channel, scale, isCompared });
  if (result.isError) return <QueryError error={result.error} onRetry={result.refetch} />;
  return (
    <SearchedTable<NumberedEntry>
      title={t('analysis.ranking.all')}
      state={state}
      searchLabel={t(`analysis.ranking.search.${by}`)}
      searchHint={t('analysis.ranking.searchHint')}
      columns={columns}
      rows={result.data?.rows.map((entry, n) => ({ id: entry.siteId ?? n, entry })) ?? []}
      total={result.data?.total}
      idOf={({ id }) => id}
      rowClass={({ entry }) => (entry.rank === null ? (styles.leftOut ?? '') : '')}
      isLoading={result.isPending || result.isPlaceholderData}
    />
  );
}
