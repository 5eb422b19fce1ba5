import { CloseOutlined } from '@ant-design/icons';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ListTable } from '../../../resource/list-table/ListTable.tsx';
import type { ListColumn } from '../../../resource/list-table/list-column.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { toRem } from '../../../ui/scale.ts';
import { phoneQuery, useMedia } from '../../../ui/use-media.ts';
import styles from './national.module.css';
import type { NationalCity, ShownStation } from './national-places.ts';
import type { NationalScale } from './use-national-scale.ts';
import { usePlaceColumns, usePlaceNote } from './use-place-columns.tsx';

interface StationTableProps {
  city: NationalCity;
  stations: readonly ShownStation[];
  index: NationalScale;
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
  const columns = useStationColumns(props);
  const title = t('analysis.national.stationsOf', { city: city.name });
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus({ preventScroll: true }), [city.key]);
  return (
    <section ref={box} tabIndex={-1} aria-label={title} className={styles.list}>
      <div className={styles.listHead}>
        <h3>{title}</h3>
        <IconButton
          name={t('analysis.national.closeCity')}
          icon={<CloseOutlined />}
          onClick={props.onClose}
        />
      </div>
      <ListTable<ShownStation>
        label={title}
        columns={columns}
        rows={stations}
        idOf={({ id }) => id}
        minWidth={`calc(${columns.map(({ width }) => width ?? '0px').join(' + ')})`}
        rowClass={({ id }) => (id === marked ? (styles.marked ?? '') : '')}
        empty={null}
        sort={undefined}
        onSort={() => undefined}
      />
    </section>
  );
}

function useStationColumns({ index, isChinese, onMark }: StationTableProps): ListColumn<ShownStation>[] {
  const { t } = useTranslation();
  const isPhone = useMedia(phoneQuery);
  const shared = usePlaceColumns<ShownStation>(index, false);
  const note = usePlaceNote();
  const name = (key: string) => t(`analysis.national.columns.${key}`);
  const differs = ({ aqi, published }: ShownStation) =>
    isChinese && aqi !== null && published !== null && aqi !== published;
  return [
    {
      key: 'station',
      title: name('station'),
      width: toRem(isPhone ? 132 : 200),
      pin: 'left',
      render: (station) => (
        <button type="button" className={styles.name} onClick={() => onMark(station.id)}>
          {station.name} <span className={styles.soft}>{station.code}</span>
        </button>
      ),
    },
    shared.index,
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
