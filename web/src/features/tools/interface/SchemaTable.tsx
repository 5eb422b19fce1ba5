import { Table, Typography } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { SchemaRow } from './api-document.ts';
import styles from './interface.module.css';

/** The fields of one part of an operation; empty without fields. */
export function SchemaTable({ title, rows }: { title: string; rows: SchemaRow[] }) {
  const { t } = useTranslation();
  const headingId = useId();
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.part}>
        {title}
      </h3>
      <Table<SchemaRow>
        size="small"
        pagination={false}
        rowKey="place"
        dataSource={rows}
        scroll={{ x: 480 }}
        columns={[
          {
            key: 'place',
            title: t('tools.interface.name'),
            render: (_, { place, required }) => (
              <>
                <code>{place}</code>
                {required && (
                  <Typography.Text type="danger" title={t('tools.interface.required')}>
                    {' '}
                    *
                  </Typography.Text>
                )}
              </>
            ),
          },
          { key: 'type', title: t('tools.interface.type'), dataIndex: 'type' },
          { key: 'rules', title: t('tools.interface.rules'), dataIndex: 'rules', className: styles.rules },
        ]}
      />
    </section>
  );
}
