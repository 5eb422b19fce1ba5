import type { ImportReport } from '@limpid/contract/kit/resource-endpoints';
import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../ui/StatusDot.tsx';
import { rem } from '../ui/scale.ts';
import styles from './resource.module.css';

/** What became of each row; as text only, because a sheet may hold anything. */
export function ImportResult({ report }: { report: ImportReport }) {
  const { t } = useTranslation();
  const { added, updated, failed } = report;
  const isWhole = failed.length === 0;
  const isNothing = added + updated === 0;
  const partly = isNothing ? t('kit.import.noneDone') : t('kit.import.someFailed');
  return (
    <div className={styles.import}>
      <output>
        <StatusDot look={isWhole ? 'success' : 'warning'} text={isWhole ? t('kit.import.allDone') : partly} />
        <div className={styles.hint}>{t('kit.import.counts', { added, updated, failed: failed.length })}</div>
      </output>
      {failed.length > 0 && (
        <Table
          size="small"
          rowKey="line"
          dataSource={failed}
          pagination={failed.length > 10 && { pageSize: 10, showSizeChanger: false, size: 'small' }}
          columns={[
            {
              dataIndex: 'line',
              title: t('kit.import.line'),
              width: rem(72),
              align: 'right',
              className: styles.number,
            },
            { dataIndex: 'name', title: t('kit.import.name'), className: styles.wrap },
            { dataIndex: 'reason', title: t('kit.import.reason'), className: styles.wrap },
          ]}
        />
      )}
    </div>
  );
}
