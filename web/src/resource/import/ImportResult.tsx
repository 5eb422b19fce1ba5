import { DownloadOutlined } from '@ant-design/icons';
import type { ImportReport } from '@limpid/contract/kit/resource-endpoints';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { fetchWorkFile } from '../../api/work.ts';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { toRem } from '../../ui/scale.ts';
import styles from '../resource.module.css';

/** The result by row, as plain text because the sheet is not trusted. */
export function ImportResult({ id, report }: { id: string; report: ImportReport }) {
  const { t } = useTranslation();
  const { added, updated, failed, partly = [] } = report;
  const explained = [...failed, ...partly].toSorted((a, b) => a.line - b.line);
  const isWhole = explained.length === 0;
  const isNothing = added + updated === 0;
  const incomplete = isNothing
    ? t('kit.import.noneDone')
    : failed.length > 0
      ? t('kit.import.someFailed')
      : t('kit.import.valuesLeftOut');
  return (
    <div className={styles.import}>
      <output>
        <StatusDot
          look={isWhole ? 'success' : 'warning'}
          text={isWhole ? t('kit.import.allDone') : incomplete}
        />
        <div className={styles.hint}>{t('kit.import.counts', { added, updated, failed: failed.length })}</div>
      </output>
      <ResultFile id={id} secretsInFile={report.secretsInFile ?? 0} />
      {explained.length > 0 && (
        <Table
          size="small"
          rowKey="line"
          dataSource={explained}
          pagination={explained.length > 10 && { pageSize: 10, showSizeChanger: false, size: 'small' }}
          columns={[
            {
              dataIndex: 'line',
              title: t('kit.import.line'),
              width: toRem(72),
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

/** Downloads the result as a sheet; one with passwords can be downloaded once. */
function ResultFile({ id, secretsInFile }: { id: string; secretsInFile: number }) {
  const { t } = useTranslation();
  const fetching = useMutation({ mutationFn: () => fetchWorkFile(id) });
  const isGone = secretsInFile > 0 && fetching.isSuccess;
  return (
    <>
      {secretsInFile > 0 && (
        <Alert
          type={isGone ? 'success' : 'warning'}
          showIcon
          title={isGone ? t('kit.import.secretsFetched') : t('kit.import.secrets', { number: secretsInFile })}
        />
      )}
      <Button
        type={secretsInFile > 0 && !isGone ? 'primary' : 'default'}
        icon={<DownloadOutlined aria-hidden />}
        disabled={isGone}
        loading={fetching.isPending}
        onClick={() => fetching.mutate()}
        className={styles.importResult}
      >
        {t('kit.import.result')}
      </Button>
    </>
  );
}
