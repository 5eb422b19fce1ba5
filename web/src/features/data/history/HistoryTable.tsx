import type { HistoryTableRow } from '@limpid/contract/data/history';
import type { Granularity } from '@limpid/contract/data/series';
import type { ChosenSite } from '@limpid/contract/data/site-choice';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { pollutantSign } from '../../../air/pollutants.ts';
import { useIndexPreference } from '../../../api/use-index-preference.ts';
import { ListTable, type RowSelection } from '../../../resource/list-table/ListTable.tsx';
import type { ListColumn } from '../../../resource/list-table/list-column.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { MarkedName } from '../../../ui/MarkedName.tsx';
import { toRem } from '../../../ui/scale.ts';
import { compactQuery, phoneQuery, useMedia } from '../../../ui/use-media.ts';
import { CellDetails, useHoveredCell } from './CellDetails.tsx';
import { HistoryIndex, PrimaryNames } from './HistoryIndex.tsx';
import { HistoryValue } from './HistoryValue.tsx';
import styles from './history.module.css';
import { type CellMarks, markHandlers } from './marks/use-cell-marks.ts';
import { writeRowTime } from './row-time.ts';

/** A row with its place on the page, which identifies it in the table. */
export type PlacedRow = HistoryTableRow & { place: number };

interface HistoryTableProps {
  rows: readonly PlacedRow[];
  sites: readonly ChosenSite[];
  channels: readonly Channel[];
  granularity: Granularity;
  /** The rows that are marked for a correction; undefined without the permission. */
  selection: Pick<RowSelection<PlacedRow>, 'ids' | 'onChange'> | undefined;
  /** The cells that are marked for a correction; undefined without the permission. */
  marks: CellMarks | undefined;
  onMark: () => void;
  empty: ReactNode;
  onOpen: (row: PlacedRow, channel: Channel) => void;
}

const widths = { site: 164, time: 156, both: 216, phone: 168, index: 92, primary: 96, sign: 84, name: 116 };

/** A row per site and moment and a column per channel; site and time stay in view while the rest scrolls. */
export function HistoryTable(props: HistoryTableProps) {
  const { rows, sites, channels, granularity, selection, marks, onMark, empty, onOpen } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const [{ index }] = useIndexPreference();
  const isPhone = useMedia(phoneQuery);
  // Site and time then share a column, so that most channels are in view.
  const isCompact = useMedia(compactQuery);
  const hovered = useHoveredCell();
  const siteOf = (row: PlacedRow) => sites.find(({ siteId }) => siteId === row.siteId);
  const timeOf = (row: PlacedRow) => writeRowTime(row.ts, granularity, siteOf(row)?.zone ?? 'UTC', language);
  const hasIndex = granularity === 'hour' || granularity === 'day';

  const offsets = new Set(rows.map((row) => timeOf(row).offset));
  const [onlyOffset] = offsets.size === 1 ? offsets : [];

  function renderSite(row: PlacedRow) {
    const site = siteOf(row);
    const mark = site?.simulated ? t('site.site.simulated.mark') : undefined;
    return <MarkedName name={site?.siteName ?? ''} mark={mark} />;
  }

  function renderClock(row: PlacedRow, before?: string) {
    const { clock, offset } = timeOf(row);
    const parts = [before, clock, offset !== onlyOffset && offset, row.soFar && t('data.history.soFar')];
    return (
      <div className={styles.soft} title={siteOf(row)?.zone}>
        {parts.filter(Boolean).join(' · ')}
      </div>
    );
  }

  const renderTime = (row: PlacedRow) => (
    <>
      {timeOf(row).date}
      {renderClock(row)}
    </>
  );

  const timeTitle = (
    <span className={styles.channel}>
      {t('data.history.columns.time')} <span className={styles.soft}>{onlyOffset}</span>
    </span>
  );
  const places: (ListColumn<PlacedRow> & { width: string })[] = isCompact
    ? [
        {
          key: 'time',
          title: timeTitle,
          width: toRem(isPhone ? widths.phone : widths.both),
          pin: 'left',
          className: styles.time,
          render: (row) => (
            <>
              {renderSite(row)}
              {isPhone ? <div>{renderTime(row)}</div> : renderClock(row, timeOf(row).date)}
            </>
          ),
        },
      ]
    : [
        {
          key: 'site',
          title: t('data.history.columns.site'),
          width: toRem(widths.site),
          pin: 'left',
          render: renderSite,
        },
        {
          key: 'time',
          title: timeTitle,
          width: toRem(widths.time),
          pin: 'left',
          className: styles.time,
          render: renderTime,
        },
      ];

  const primary = hasIndex
    ? [
        {
          key: 'primary',
          title: t('data.history.columns.primary'),
          width: toRem(widths.primary),
          render: (row: PlacedRow) => <PrimaryNames row={row} />,
        },
      ]
    : [];
  const columns: (ListColumn<PlacedRow> & { width: string })[] = [
    ...places,
    ...(hasIndex
      ? [
          {
            key: 'index',
            title: index === 'china' ? t('data.history.columns.index') : t(`map.indices.${index}`),
            width: toRem(widths.index),
            isNumber: true,
            render: (row: PlacedRow) => <HistoryIndex row={row} />,
          },
        ]
      : []),
    ...(isCompact ? [] : primary),
    ...channels.map((channel, column) => ({
      key: `channel ${channel.code}`,
      title: <ChannelTitle channel={channel} />,
      width: toRem(pollutantSign(channel.code, language) ? widths.sign : widths.name),
      isNumber: true,
      className: styles.values,
      render: (row: PlacedRow) => (
        <HistoryValue
          cell={row.values[channel.code]}
          channel={channel}
          granularity={granularity}
          at={{ row: row.place, column }}
          marks={marks}
          place={`${siteOf(row)?.siteName} ${timeOf(row).date} ${timeOf(row).clock}`}
          onHover={(cell) => hovered.setState({ cell })}
          onOpen={() => onOpen(row, channel)}
        />
      ),
    })),
    // A narrow screen has room for few columns, and the chosen channels come first.
    ...(isCompact ? primary : []),
  ];

  const size = { row: rows.length, column: channels.length };
  return (
    // The buttons in the cells can be reached; this element only listens to them.
    <div {...(marks && markHandlers(marks, size, onMark))}>
      <ListTable<PlacedRow>
        label={t('data.history.title')}
        columns={columns}
        rows={rows}
        idOf={({ place }) => place}
        minWidth={`calc(${columns.map(({ width }) => width).join(' + ')})`}
        rowClass={() => styles.row ?? ''}
        empty={empty}
        sort={undefined}
        onSort={() => undefined}
        selection={
          selection && {
            ...selection,
            label: (row) =>
              t('kit.list.tick', {
                name: `${siteOf(row)?.siteName} ${timeOf(row).date} ${timeOf(row).clock}`,
              }),
            isHidden: false,
          }
        }
      />
      <CellDetails hovered={hovered} />
    </div>
  );
}

/** Pollutants by their sign, which leaves more room for values. */
export function ChannelTitle({ channel: { code, name, unit } }: { channel: Channel }) {
  const sign = pollutantSign(code, useLanguage());
  return (
    <span className={styles.channel} title={sign && name}>
      {sign ?? name} <span className={styles.soft}>{unit}</span>
    </span>
  );
}
