import { CloseOutlined } from '@ant-design/icons';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import { ScreenMenu } from '../../../query/links/ScreenMenu.tsx';
import { useReferenceLinks } from '../../../query/links/screen-links.ts';
import { ListSection } from '../../../query/list/ListSection.tsx';
import { sumWidths } from '../../../query/list/SearchedTable.tsx';
import type { Sort } from '../../../resource/list-query.ts';
import { ListTable } from '../../../resource/list-table/ListTable.tsx';
import type { ListColumn } from '../../../resource/list-table/list-column.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { toRem } from '../../../ui/scale.ts';
import { phoneQuery, useMedia } from '../../../ui/use-media.ts';
import styles from './national.module.css';
import type { NationalCity, NationalMeasure, ShownStation } from './national-places.ts';
import { sortPlaces } from './rank-cities.ts';
import { usePlaceColumns, usePlaceNote } from './use-place-columns.tsx';

interface StationTableProps {
  city: NationalCity;
  stations: readonly ShownStation[];
  measure: NationalMeasure;
  index: MeasureScale;
  /** The published index is China's, so it is compared with that only. */
  isChinese: boolean;
  marked: number | undefined;
  onMark: (id: number) => void;
  onClose: () => void;
}

/** The stations of a city with the index computed here beside the published one. */
export function StationTable(props: StationTableProps) {
  const { city, stations, marked } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const columns = useStationColumns(props);
  const [sort, setSort] = useState<Sort>();
  const title = t('analysis.national.stationsOf', { city: city.name });
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus({ preventScroll: true }), [city.key]);
  return (
    <ListSection
      ref={box}
      title={title}
      action={
        <IconButton
          name={t('analysis.national.closeCity')}
          icon={<CloseOutlined />}
          onClick={props.onClose}
        />
      }
    >
      <ListTable<ShownStation>
        label={title}
        columns={columns}
        rows={sort ? sortPlaces(stations, sort, language) : stations}
        idOf={({ id }) => id}
        minWidth={sumWidths(columns)}
        rowClass={({ id }) => (id === marked ? (styles.marked ?? '') : '')}
        empty={null}
        sort={sort}
        onSort={setSort}
      />
    </ListSection>
  );
}

function useStationColumns(props: StationTableProps): ListColumn<ShownStation>[] {
  const { measure, index, isChinese, onMark } = props;
  const { t } = useTranslation();
  const isPhone = useMedia(phoneQuery);
  const shared = usePlaceColumns<ShownStation>(measure, index);
  const note = usePlaceNote();
  const linksOf = useReferenceLinks(t);
  const name = (key: string) => t(`analysis.national.columns.${key}`);
  const differs = ({ aqi, published }: ShownStation) =>
    isChinese && aqi !== null && published !== null && aqi !== published;
  return [
    {
      key: 'name',
      title: name('station'),
      isSortable: true,
      width: toRem(isPhone ? 160 : 264),
      pin: 'left',
      render: (station) => (
        <div className={styles.station}>
          <button type="button" className={styles.name} onClick={() => onMark(station.id)}>
            {station.name} <span className={styles.soft}>{station.code}</span>
          </button>
          <ScreenMenu name={station.name} links={linksOf(station.code)} />
        </div>
      ),
    },
    ...shared.shown,
    {
      key: 'published',
      title: name('published'),
      width: toRem(116),
      isNumber: true,
      render: (station) => (
        <span className={differs(station) ? styles.differs : undefined}>{station.published ?? '—'}</span>
      ),
    },
    shared.primary,
    ...shared.values,
    {
      key: 'note',
      title: name('note'),
      width: toRem(260),
      render: (station) =>
        [note(station), differs(station) && t('analysis.national.differs')].filter(Boolean).join(' · '),
    },
  ];
}
