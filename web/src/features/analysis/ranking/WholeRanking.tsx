import { SearchOutlined } from '@ant-design/icons';
import { type RankingUnit, readRankingTable } from '@limpid/contract/analysis/ranking-table';
import type { Input as EndpointInput } from '@limpid/contract/kit/endpoint';
import { Input, Spin } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import { usePersonalChoice } from '../../../api/use-personal-choice.ts';
import { useAnalysis } from '../../../query/use-analysis.ts';
import { ListPagination } from '../../../resource/list/ListPagination.tsx';
import type { Sort } from '../../../resource/list-query.ts';
import { ListTable } from '../../../resource/list-table/ListTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import styles from './ranking.module.css';
import { type NumberedEntry, useRankingColumns } from './use-ranking-columns.tsx';

type TableQuery = EndpointInput<typeof readRankingTable>['query'];

interface WholeRankingProps {
  query: TableQuery;
  by: RankingUnit;
  channel: Channel | undefined;
  scale: MeasureScale;
  isCompared: boolean;
}

const firstSort: Sort = { by: 'rank', desc: false };

/** The whole ranking by page, searched by name and sorted by any column; what is left out comes last. */
export function WholeRanking({ query, by, channel, scale, isCompared }: WholeRankingProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState(firstSort);
  const [pageSize, resize] = usePersonalChoice('pageSize', 20);
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
  const rows = result.data?.rows.map((entry, n): NumberedEntry => ({ id: entry.siteId ?? n, entry })) ?? [];
  const title = t('analysis.ranking.all');
  if (result.isError)
    return (
      <ErrorState
        title={t('kit.states.listFailed')}
        detail={result.error.message}
        retryText={t('kit.states.retry')}
        onRetry={() => void result.refetch()}
      />
    );
  return (
    <section aria-label={title} className={styles.list}>
      <div className={styles.listHead}>
        <h3>{title}</h3>
        <Input
          allowClear
          className={styles.search}
          prefix={<SearchOutlined aria-hidden />}
          aria-label={t(`analysis.ranking.search.${by}`)}
          placeholder={t(`analysis.ranking.search.${by}`)}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setPage(1);
          }}
        />
      </div>
      <Spin spinning={result.isPending || result.isPlaceholderData} delay={200}>
        <ListTable<NumberedEntry>
          label={title}
          columns={columns}
          rows={rows}
          idOf={({ id }) => id}
          minWidth={`calc(${columns.map(({ width }) => width ?? '0px').join(' + ')})`}
          rowClass={({ entry }) => (entry.rank === null ? (styles.leftOut ?? '') : '')}
          empty={<EmptyState title={t('data.query.nothingFound')} hint={t('analysis.ranking.searchHint')} />}
          sort={sort}
          onSort={(next) => {
            setSort(next ?? firstSort);
            setPage(1);
          }}
        />
      </Spin>
      <ListPagination
        list={{
          page,
          pageSize,
          response: result.data,
          goTo: setPage,
          resize: (size) => {
            resize(size);
            setPage(1);
          },
        }}
      />
    </section>
  );
}
