import { SearchOutlined } from '@ant-design/icons';
import { maxReferenceKm } from '@limpid/contract/alarm/alarm-rule';
import { stationLevels } from '@limpid/contract/reference/national-control';
import {
  exportNearestReferences,
  listNearestReferences,
  type NearestReferenceRow,
  nearestReferenceSorts,
} from '@limpid/contract/reference/nearest-references';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Input, Spin } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dash } from '../../air/describe-value.ts';
import { call } from '../../api/call.ts';
import { usePersonalChoice } from '../../api/use-personal-choice.ts';
import { formatDecimal } from '../../lib/format.ts';
import { sumWidths } from '../../query/list/SearchedTable.tsx';
import { ExportButton } from '../../query/result/ExportButton.tsx';
import { useAddressParts } from '../../query/state/use-address-part.ts';
import { ListPagination } from '../../resource/list/ListPagination.tsx';
import type { Sort } from '../../resource/list-query.ts';
import { ListTable } from '../../resource/list-table/ListTable.tsx';
import type { ListColumn } from '../../resource/list-table/list-column.ts';
import frame from '../../resource/resource.module.css';
import { useLanguage } from '../../resource/use-language.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { toRem } from '../../ui/scale.ts';
import { compactQuery, phoneQuery, useMedia } from '../../ui/use-media.ts';
import { NetworkSelect } from './NetworkSelect.tsx';
import styles from './nearest/nearest.module.css';

/** Every own site with the nearest reference station and its distance; search and order are in the address. */
export default function NearestReferencesScreen() {
  const { t } = useTranslation();
  const state = useNearestReferences();
  const { data, error, level } = state;
  const write = (key: string) => t(`reference.nearest.${key}`);
  return (
    <section aria-label={write('title')} className={frame.screen}>
      <div className={frame.toolbar} role="toolbar" aria-label={t('kit.list.actions')}>
        <Input
          allowClear
          className={styles.search}
          prefix={<SearchOutlined aria-hidden />}
          aria-label={write('search')}
          placeholder={write('search')}
          value={state.search}
          onChange={({ target }) => state.change({ q: target.value })}
        />
        <NetworkSelect value={level} onChange={(next) => state.change({ level: next })} />
        <ExportButton endpoint={exportNearestReferences} query={state.question} />
      </div>
      {error && !data ? (
        <ErrorState
          title={t('kit.states.listFailed')}
          detail={error.message}
          note={t('kit.states.searchKept')}
          retryText={t('kit.states.retry')}
          onRetry={state.refetch}
        />
      ) : (
        <Spin spinning={state.isPending} delay={200}>
          <SiteTable state={state} />
          <ListPagination list={{ ...state, response: data && { total: data.total } }} />
        </Spin>
      )}
    </section>
  );
}

type State = ReturnType<typeof useNearestReferences>;

function useNearestReferences() {
  const [address, changeAddress] = useAddressParts();
  const [page, goTo] = useState(1);
  const [pageSize, resize] = usePersonalChoice('pageSize', 20);
  const search = address.get('q') ?? '';
  const level = stationLevels.find((one) => one === address.get('level'));
  const sortedBy = nearestReferenceSorts.find((one) => one === address.get('sort'));
  const sort: Sort | undefined = sortedBy && { by: sortedBy, desc: address.get('order') === 'desc' };
  const question = {
    search: useDeferredValue(search.trim()),
    ...(level && { level }),
    orderByColumn: sortedBy ?? 'km',
    isAsc: sort?.desc ? 'desc' : 'asc',
  };
  const query = { ...question, pageNum: page, pageSize };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [listNearestReferences.path, query],
    queryFn: ({ signal }) => call(listNearestReferences, { query, signal }),
    placeholderData: keepPreviousData,
  });
  const change = (parts: Parameters<typeof changeAddress>[0]) => {
    changeAddress(parts);
    goTo(1);
  };
  return {
    question,
    data,
    error,
    isPending,
    refetch: () => void refetch(),
    search,
    level,
    change,
    page,
    pageSize,
    goTo,
    resize(size: number) {
      resize(size);
      goTo(1);
    },
    sort,
    sortBy: (next: Sort | undefined) => change({ sort: next?.by, order: next?.desc ? 'desc' : undefined }),
  };
}

function SiteTable({ state }: { state: State }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isPhone = useMedia(phoneQuery);
  const isCompact = useMedia(compactQuery);
  const field = (name: string) => t(`reference.nearest.fields.${name}`);
  const missing = ({ isPlaced }: NearestReferenceRow) =>
    isPlaced ? t('reference.nearest.none', { km: maxReferenceKm }) : t('reference.nearest.noPlace');
  const columns: ListColumn<NearestReferenceRow>[] = [
    {
      key: 'siteName',
      title: field('siteName'),
      isSortable: true,
      width: toRem(isPhone ? 150 : 220),
      pin: isPhone ? 'left' : undefined,
      render: ({ siteName }) => <EllipsisText text={siteName} />,
    },
    {
      key: 'entityName',
      title: field('entityName'),
      isSortable: true,
      width: toRem(200),
      render: ({ entityName }) => <EllipsisText text={entityName} />,
    },
    {
      key: 'stationName',
      title: field('stationName'),
      isSortable: true,
      width: toRem(260),
      render: (row) => (
        <EllipsisText text={row.station ? `${row.station.name} (${row.station.code})` : missing(row)} />
      ),
    },
    {
      key: 'level',
      title: field('level'),
      width: toRem(110),
      render: ({ station }) =>
        station ? t(`analysis.nationalControl.fields.stationLevel_${station.level}`) : dash,
    },
    {
      key: 'km',
      title: field('km'),
      isSortable: true,
      isNumber: true,
      width: toRem(110),
      render: ({ station }) => (station ? formatDecimal(station.km, 2, language) : dash),
    },
  ];
  const empty = state.search ? (
    <EmptyState title={t('data.query.nothingFound')} hint={t('reference.nearest.emptyHint')} />
  ) : (
    <EmptyState title={t('reference.nearest.empty')} hint={t('reference.nearest.noSites')} />
  );
  // A narrow screen shows two or three columns: the distance is one of them.
  const order = ['siteName', 'km', 'stationName', 'level', 'entityName'];
  const shown = isCompact
    ? columns.toSorted((one, other) => order.indexOf(one.key) - order.indexOf(other.key))
    : columns;
  return (
    <ListTable<NearestReferenceRow>
      label={t('reference.nearest.title')}
      columns={shown}
      rows={state.data?.rows ?? []}
      idOf={({ siteId }) => siteId}
      minWidth={sumWidths(columns)}
      empty={state.data ? empty : <div className={styles.waiting} />}
      sort={state.sort}
      onSort={state.sortBy}
    />
  );
}
