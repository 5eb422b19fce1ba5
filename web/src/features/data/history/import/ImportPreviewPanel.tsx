import type { ImportPreview } from '@limpid/contract/data/history-import';
import type { ImportMapping } from '@limpid/contract/data/import-mapping';
import { Alert, Select, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../../air/channel.ts';
import { formatCount } from '../../../../lib/format.ts';
import { useLanguage } from '../../../../resource/use-language.ts';
import { ColumnTable } from './ColumnTable.tsx';
import styles from './import.module.css';
import { mapParameter, mapStation } from './mapping-edit.ts';
import { PreviewRows } from './PreviewRows.tsx';
import { SiteSelect } from './SiteSelect.tsx';

interface ImportPreviewPanelProps {
  preview: ImportPreview;
  channels: readonly Channel[];
  onMap: (mapping: ImportMapping) => void;
}

/** How the file is read, what would be stored, and what could not be. */
export function ImportPreviewPanel({ preview, channels, onMap }: ImportPreviewPanelProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mapping, stations, parameters, problems, outcomes, compared } = preview;
  const count = (value: number) => formatCount(value, language);
  return (
    <div className={styles.dialog}>
      {preview.problem === null ? (
        <output>
          {t('data.history.import.rows', {
            total: count(preview.total),
            failed: count(preview.failed),
            skipped: count(preview.skipped),
          })}
          <div className={styles.soft}>
            {t('data.history.import.compared', {
              compared: count(compared),
              added: count(outcomes.added),
              replaced: count(outcomes.replaced),
              kept: count(outcomes.kept),
              same: count(outcomes.same),
            })}
          </div>
        </output>
      ) : (
        <Alert type="warning" showIcon title={preview.problem} />
      )}
      <ColumnTable preview={preview} channels={channels} onMap={onMap} />
      {stations.length > 0 && (
        <Table
          size="small"
          rowKey="name"
          title={() => t('data.history.import.stations')}
          dataSource={stations}
          pagination={stations.length > 10 && { pageSize: 10, size: 'small', showSizeChanger: false }}
          columns={[
            { key: 'name', dataIndex: 'name', title: t('data.history.import.station') },
            {
              key: 'rows',
              align: 'right',
              title: t('data.history.import.rowCount'),
              render: (_, row) => count(row.rows),
            },
            {
              key: 'site',
              title: t('data.series.fields.site'),
              render: (_, { name, siteId, siteName }) => (
                <SiteSelect
                  label={name}
                  known={siteId === null ? [] : [{ siteId, siteName: siteName ?? '' }]}
                  value={siteId ?? undefined}
                  placeholder={t('data.history.import.leftOut')}
                  onChange={(chosen) => onMap(mapStation(mapping, name, chosen ?? null))}
                />
              ),
            },
          ]}
        />
      )}
      {parameters.length > 0 && (
        <Table
          size="small"
          rowKey="name"
          title={() => t('data.history.import.parameters')}
          dataSource={parameters}
          pagination={false}
          columns={[
            { key: 'name', dataIndex: 'name', title: t('data.history.import.parameter') },
            {
              key: 'channel',
              title: t('data.query.channel'),
              render: (_, { name, channel }) => (
                <Select<string>
                  aria-label={name}
                  allowClear
                  showSearch={{ optionFilterProp: 'label' }}
                  className={styles.wide}
                  {...(channel !== null && { value: channel })}
                  placeholder={t('data.history.import.leftOut')}
                  options={channels.map((one) => ({ value: one.code, label: one.name }))}
                  onChange={(chosen: string | undefined) =>
                    onMap(mapParameter(mapping, name, chosen ?? null))
                  }
                />
              ),
            },
          ]}
        />
      )}
      {problems.length > 0 && (
        <Table
          size="small"
          rowKey={({ line, column, reason }) => `${line} ${column} ${reason}`}
          title={() => t('data.history.import.problems')}
          dataSource={problems}
          pagination={problems.length > 5 && { pageSize: 5, size: 'small', showSizeChanger: false }}
          columns={[
            { key: 'line', dataIndex: 'line', align: 'right', title: t('kit.import.line') },
            { key: 'column', dataIndex: 'column', title: t('data.history.import.column') },
            { key: 'reason', dataIndex: 'reason', title: t('kit.import.reason') },
          ]}
        />
      )}
      <PreviewRows preview={preview} channels={channels} />
    </div>
  );
}
