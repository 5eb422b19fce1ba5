import type { ImportPreview } from '@limpid/contract/data/history-import';
import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../../air/channel.ts';
import { useLanguage } from '../../../../resource/use-language.ts';
import { writeRowTime } from '../row-time.ts';
import styles from './import.module.css';

type PreviewRow = ImportPreview['rows'][number];

/** The first rows as they would be stored. */
export function PreviewRows({
  preview: { rows, granularity },
  channels,
}: {
  preview: ImportPreview;
  channels: readonly Channel[];
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const codes = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  const nameOf = (code: string) => channels.find((channel) => channel.code === code)?.name ?? code;
  if (rows.length === 0) return null;
  return (
    <Table<PreviewRow>
      size="small"
      className={styles.numbers}
      rowKey={({ line, siteId, ts }) => `${line} ${siteId} ${ts}`}
      title={() => t('data.history.import.firstRows')}
      dataSource={rows}
      scroll={{ x: 'max-content' }}
      pagination={rows.length > 5 && { pageSize: 5, size: 'small', showSizeChanger: false }}
      columns={[
        { key: 'line', dataIndex: 'line', align: 'right', title: t('kit.import.line') },
        { key: 'site', dataIndex: 'siteName', title: t('data.history.columns.site') },
        {
          key: 'time',
          title: t('data.history.columns.time'),
          render(_, { ts, zone }) {
            const { date, clock, offset } = writeRowTime(ts, granularity, zone, language);
            return `${date} ${clock} ${offset}`;
          },
        },
        ...codes.map((code) => ({
          key: `channel ${code}`,
          align: 'right' as const,
          title: nameOf(code),
          render: (_: unknown, { values }: PreviewRow) => values[code],
        })),
        {
          key: 'outcome',
          title: t('data.historyImport.result.result'),
          render: (_, { outcome }) => t(`data.historyImport.result.${outcome}`),
        },
      ]}
    />
  );
}
