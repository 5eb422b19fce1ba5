import { type ChannelStatistics, readHistoryStatistics } from '@limpid/contract/data/history';
import { Table, type TableColumnsType } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { dash, formatValue } from '../../../air/describe-value.ts';
import { formatCount } from '../../../lib/format.ts';
import { averageMeasured, type MeasuredQuantity } from '../../../query/channel/measured.ts';
import { useMeasuredIndex } from '../../../query/channel/use-measured-index.ts';
import { QueryResult } from '../../../query/result/QueryResult.tsx';
import { useAnalysis } from '../../../query/state/use-analysis.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { phoneQuery, useMedia } from '../../../ui/use-media.ts';
import { ChannelTitle } from './HistoryTable.tsx';
import styles from './history.module.css';
import { writeRowTime } from './row-time.ts';
import type { HistoryQuery } from './use-history-query.ts';

type StatisticsRow = ChannelStatistics & { of: MeasuredQuantity };
const figures = ['min', 'mean', 'p50', 'p90', 'p98', 'max'] as const;

/** The statistics of the index and of each channel over the whole query, not only the visible page. */
export function HistoryStatistics({ state, shown, input, granularity }: HistoryQuery) {
  const { t } = useTranslation();
  const language = useLanguage();
  const result = useAnalysis(readHistoryStatistics, input);
  const isPhone = useMedia(phoneQuery);
  const index = useMeasuredIndex();
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const count = (value: number) => formatCount(value, language);
  const columns: TableColumnsType<StatisticsRow> = [
    {
      key: 'channel',
      fixed: 'left',
      title: t('data.query.channel'),
      render: (_, { of }) =>
        isPhone ? (
          <ChannelTitle channel={of} />
        ) : (
          <>
            {of.name} <span className={styles.soft}>{of.unit}</span>
          </>
        ),
    },
    {
      key: 'count',
      align: 'right',
      title: t('data.history.statistics.count'),
      render: (_, row) => count(row.count),
    },
    {
      key: 'valid',
      align: 'right',
      title: t('data.history.statistics.valid'),
      render: (_, { count: counted, expected }) =>
        expected === 0 ? dash : share.format(Math.min(1, counted / expected)),
    },
    ...figures.map((name) => ({
      key: name,
      align: 'right' as const,
      title: t(`data.history.statistics.${name}`),
      render: (_: unknown, row: StatisticsRow) =>
        writeFigure(row[name], name === 'mean' ? averageMeasured(row.of) : row.of),
    })),
    { key: 'maxAt', title: t('data.history.statistics.maxAt'), render: (_, row) => writeMaxAt(row) },
    {
      key: 'dropped',
      align: 'right',
      title: t('data.history.statistics.dropped'),
      render: (_, row) => count(row.dropped),
    },
  ];
  return (
    <QueryResult state={state} result={result} siteHint={t('data.history.noSiteHint')} needsChannel={false}>
      {(found) => (
        <>
          <Table<StatisticsRow>
            size="small"
            aria-label={t('data.history.views.statistics')}
            className={styles.statistics}
            rowKey="channel"
            pagination={false}
            scroll={{ x: 'max-content' }}
            columns={columns}
            dataSource={[index, ...shown].flatMap((of) => {
              const row = found.find(({ channel }) => channel === of.code);
              return row ? [{ ...row, of }] : [];
            })}
          />
          <p className={styles.basis}>
            {[
              t(`data.history.statistics.basis.${granularity}`),
              ...(granularity === 'hour' || granularity === 'day'
                ? [t('data.history.statistics.index', { index: describeIndex() })]
                : []),
              t('data.history.statistics.method'),
            ].join(' ')}
          </p>
        </>
      )}
    </QueryResult>
  );

  function describeIndex(): string {
    return (granularity === 'day' ? index.index?.days : index.index?.hours) ?? '';
  }

  function writeFigure(value: number | null, channel: Channel): string {
    return value === null ? dash : formatValue(value, channel, language);
  }

  function writeMaxAt({ maxAt }: StatisticsRow): string {
    const site = state.sites?.find(({ siteId }) => siteId === maxAt?.siteId);
    if (!maxAt || !site) return dash;
    const { date, clock, offset } = writeRowTime(maxAt.ts, granularity, site.zone, language);
    const time = `${date} ${clock} ${offset}`;
    return (state.sites?.length ?? 0) > 1 ? `${time} · ${site.siteName}` : time;
  }
}
