import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePersonalChoice } from '../../../api/use-personal-choice.ts';
import { ListPagination } from '../../../resource/list/ListPagination.tsx';
import type { Sort } from '../../../resource/list-query.ts';
import { ListTable } from '../../../resource/list-table/ListTable.tsx';
import type { ListColumn } from '../../../resource/list-table/list-column.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { toRem } from '../../../ui/scale.ts';
import { phoneQuery, useMedia } from '../../../ui/use-media.ts';
import styles from './national.module.css';
import { type RankedCity, selectCities } from './rank-cities.ts';
import type { NationalScale } from './use-national-scale.ts';
import { usePlaceColumns, usePlaceNote } from './use-place-columns.tsx';

interface CityTableProps {
  ranked: readonly RankedCity[];
  index: NationalScale;
  /** The scale of the measure that the cities are ranked by. */
  scale: NationalScale;
  onOpen: (city: RankedCity) => void;
}

const firstSort: Sort = { by: 'rank', desc: false };

/** All cities of the hour with a column of provinces if any is known, searched by name and sorted by any column. */
export function CityTable({ ranked, index, scale, onOpen }: CityTableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [text, setText] = useState('');
  const search = useDeferredValue(text);
  const [sort, setSort] = useState(firstSort);
  const [page, setPage] = useState(1);
  const [pageSize, resize] = usePersonalChoice('pageSize', 20);
  const found = useMemo(() => selectCities(ranked, search, sort, language), [ranked, search, sort, language]);
  const columns = useCityColumns({ index, scale, onOpen }).filter(
    ({ key }) => key !== 'province' || ranked.some(({ province }) => province),
  );
  const lastPage = Math.max(1, Math.ceil(found.length / pageSize));
  const shown = Math.min(page, lastPage);
  const title = t('analysis.national.all');
  return (
    <section aria-label={title} className={styles.list}>
      <div className={styles.listHead}>
        <h3>{title}</h3>
        <Input
          allowClear
          className={styles.search}
          prefix={<SearchOutlined aria-hidden />}
          aria-label={t('analysis.national.search')}
          placeholder={t('analysis.national.search')}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setPage(1);
          }}
        />
      </div>
      <ListTable<RankedCity>
        label={title}
        columns={columns}
        rows={found.slice((shown - 1) * pageSize, shown * pageSize)}
        idOf={({ id }) => id}
        minWidth={`calc(${columns.map(({ width }) => width ?? '0px').join(' + ')})`}
        empty={<EmptyState title={t('data.query.nothingFound')} hint={t('analysis.national.searchHint')} />}
        sort={sort}
        onSort={(next) => {
          setSort(next ?? firstSort);
          setPage(1);
        }}
      />
      <ListPagination
        list={{
          page: shown,
          pageSize,
          response: { total: found.length },
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

function useCityColumns({ index, scale, onOpen }: Omit<CityTableProps, 'ranked'>): ListColumn<RankedCity>[] {
  const { t } = useTranslation();
  const isPhone = useMedia(phoneQuery);
  const shared = usePlaceColumns<RankedCity>(index, true);
  const note = usePlaceNote();
  const name = (key: string) => t(`analysis.national.columns.${key}`);
  return [
    {
      key: 'rank',
      title:
        scale.title === index.title
          ? name('rank')
          : t('analysis.national.columns.rankBy', { title: scale.title }),
      width: toRem(88),
      isNumber: true,
      isSortable: true,
      render: ({ rank }) => rank ?? '—',
    },
    {
      key: 'name',
      title: name('city'),
      width: toRem(isPhone ? 120 : 160),
      pin: 'left',
      isSortable: true,
      render: (city) => (
        <button type="button" className={styles.name} onClick={() => onOpen(city)}>
          {city.name}
        </button>
      ),
    },
    {
      key: 'province',
      title: name('province'),
      width: toRem(120),
      isSortable: true,
      render: ({ province }) => province || '—',
    },
    shared.index,
    shared.primary,
    ...shared.values,
    {
      key: 'stations',
      title: name('valid'),
      width: toRem(112),
      isNumber: true,
      isSortable: true,
      render: ({ valid, stations }) =>
        t('analysis.national.validStations', { valid: Math.max(0, ...valid), stations }),
    },
    { key: 'note', title: name('note'), width: toRem(220), render: note },
  ];
}
