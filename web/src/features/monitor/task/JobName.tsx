import { SyncOutlined } from '@ant-design/icons';
import type { RowOf } from '@limpid/contract/kit/row';
import { job } from '@limpid/contract/monitor/task';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { rowName } from '../../../resource/row/row.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './task.module.css';

/** The full name of a job, with a mark while it is running. */
export function JobName({ row }: { row: RowOf<typeof job> }) {
  const { t } = useTranslation();
  const name = rowName(job, row, useLanguage());
  if (!Number(row.running)) return <span className={styles.name}>{name}</span>;
  return (
    <span className={styles.running}>
      <span className={styles.name}>{name}</span>
      <Tag icon={<SyncOutlined aria-hidden />} color="processing">
        {t('monitor.task.fields.running')}
        {row.progress === null || row.progress === undefined ? '' : ` ${row.progress} %`}
      </Tag>
    </span>
  );
}
