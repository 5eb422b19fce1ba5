import type { ImportPreview } from '@limpid/contract/data/history-import';
import { columnUses, type ImportMapping } from '@limpid/contract/data/import-mapping';
import { Input, Select, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../../air/channel.ts';
import styles from './import.module.css';
import { type ColumnContent, mapColumn, type PreviewColumn } from './mapping-edit.ts';

interface ColumnTableProps {
  preview: ImportPreview;
  channels: readonly Channel[];
  onMap: (mapping: ImportMapping) => void;
}

/** Each column of the file with its first values: what it holds, and for values the channel and the unit. */
export function ColumnTable({ preview: { columns, mapping }, channels, onMap }: ColumnTableProps) {
  const { t } = useTranslation();
  const nameOf = ({ heading, column }: PreviewColumn) => heading || String(column);
  return (
    <Table<PreviewColumn>
      size="small"
      rowKey="column"
      title={() => t('data.history.import.columns')}
      dataSource={columns}
      scroll={{ x: 'max-content' }}
      pagination={columns.length > 10 && { pageSize: 10, size: 'small', showSizeChanger: false }}
      columns={[
        {
          key: 'heading',
          title: t('data.history.import.column'),
          render: (_, column) => (
            <>
              {nameOf(column)}
              {column.problem && <div className={styles.problem}>{column.problem}</div>}
            </>
          ),
        },
        {
          key: 'samples',
          title: t('data.history.import.samples'),
          render: (_, { samples }) => <div className={styles.samples}>{samples.join(' · ')}</div>,
        },
        {
          key: 'use',
          title: t('data.history.import.use'),
          render: (_, column) => (
            <Select<ColumnContent>
              aria-label={`${nameOf(column)}: ${t('data.history.import.use')}`}
              value={column.use}
              popupMatchSelectWidth={false}
              className={styles.use}
              options={columnUses.map((value) => ({ value, label: t(`data.history.import.uses.${value}`) }))}
              onChange={(use) => onMap(mapColumn(mapping, column.column, { use }))}
            />
          ),
        },
        {
          key: 'channel',
          title: t('data.query.channel'),
          render: (_, column) =>
            column.use === 'value' && (
              <Select<string>
                aria-label={`${nameOf(column)}: ${t('data.query.channel')}`}
                allowClear
                showSearch={{ optionFilterProp: 'label' }}
                {...(column.channel !== null && { value: column.channel })}
                className={styles.wide}
                options={channels.map(({ code, name }) => ({ value: code, label: name }))}
                onChange={(channel: string | undefined) =>
                  onMap(mapColumn(mapping, column.column, { channel }))
                }
              />
            ),
        },
        {
          key: 'unit',
          title: t('data.history.import.unit'),
          render: (_, column) =>
            column.use === 'value' && (
              <Input
                // The unit of the next preview replaces what was typed.
                key={`${column.unit}`}
                aria-label={`${nameOf(column)}: ${t('data.history.import.unit')}`}
                className={styles.unit}
                defaultValue={column.unit ?? ''}
                onBlur={({ target: { value } }) =>
                  value !== (column.unit ?? '') &&
                  onMap(mapColumn(mapping, column.column, { unit: value.trim() || undefined }))
                }
                onPressEnter={({ currentTarget }) => currentTarget.blur()}
              />
            ),
        },
      ]}
    />
  );
}
