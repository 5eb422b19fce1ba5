import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import { pollutantSign } from '../../../air/pollutants.ts';
import { SearchedTable } from '../../../query/list/SearchedTable.tsx';
import { useSearchedTable } from '../../../query/list/use-searched-table.ts';
import type { ListColumn } from '../../../resource/list-table/list-column.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { toRem } from '../../../ui/scale.ts';
import { phoneQuery, useMedia } from '../../../ui/use-media.ts';
import styles from './national.module.css';
import type { NationalMeasure } from './national-places.ts';
import { type RankedCity, selectCities } from './rank-cities.ts';
import { usePlaceColumns, usePlaceNote } from './use-place-columns.tsx';

interface CityTableProps {
  ranked: readonly RankedCity[];
  /** What the cities are ranked by. */
  measure: NationalMeasure;
  index: MeasureScale;
  onOpen: (city: RankedCity) => void;
}

/** All cities of the hour with their provinces if any is known and there is room, searched by name and sorted by any column. */
export function CityTable({ ranked, measure, index, onOpen }: CityTableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isPhone = useMedia(phoneQuery);
  const state = useSearchedTable({ by: 'rank', desc: false });
  const { search, sort, pageSize } = state;
  const found = useMemo(() => selectCities(ranked, search, sort, language), [ranked, search, sort, language]);
  const columns = useCityColumns({ measure, index, onOpen }).filter(
    ({ key }) => key !== 'province' || (!isPhone && ranked.some(({ province }) => province)),
  );
  // Another hour may have fewer cities.
  const page = Math.min(state.page, Math.max(1, Math.ceil(found.length / pageSize)));
  return (
    <SearchedTable<RankedCity>
      title={t('analysis.national.all')}
      state={{ ...state, page }}
      searchLabel={t('analysis.national.search')}
      searchHint={t('analysis.national.searchHint')}
      columns={columns}
      rows={found.slice((page - 1) * pageSize, page * pageSize)}
      total={found.length}
      idOf={({ id }) => id}
    />
  );
}

function useCityColumns({
  measure,
  index,
  onOpen,
}: Omit<CityTableProps, 'ranked'>): ListColumn<RankedCity>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const isPhone = useMedia(phoneQuery);
  const shared = usePlaceColumns<RankedCity>(measure, index);
  const note = usePlaceNote();
  const name = (key: string) => t(`analysis.national.columns.${key}`);
  return [
    {
      key: 'rank',
      title:
        measure === 'index'
          ? name('rank')
          : t('analysis.national.columns.rankBy', { title: pollutantSign(measure, language) }),
      width: toRem(isPhone ? 72 : 88),
      isNumber: true,
      isSortable: true,
      render: ({ rank }) => rank ?? '—',
    },
    {
      key: 'name',
      title: name('city'),
      width: toRem(isPhone ? 128 : 200),
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
      width: toRem(152),
      isSortable: true,
      render: ({ province }) => province || '—',
    },
    ...shared.shown,
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
