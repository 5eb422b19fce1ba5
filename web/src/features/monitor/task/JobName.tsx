import { SyncOutlined } from '@ant-design/icons';
import type { RowOf } from '@limpid/contract/kit/row';
import { job } from '@limpid/contract/monitor/task';
import { useQueryClient } from '@tanstack/react-query';
import { Tag } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { rowName } from '../../../resource/row/row.ts';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './task.module.css';

const refetchMs = 2000;

/** The full name of a job, with a mark while it is running. */
export function JobName({ row }: { row: RowOf<typeof job> }) {
  const name = rowName(job, row, useLanguage());
  if (!Number(row.running)) return <span className={styles.name}>{name}</span>;
  return (
    <span className={styles.running}>
      <span className={styles.name}>{name}</span>
      <RunningMark progress={row.progress ?? undefined} />
    </span>
  );
}

/** Reads the list again until the run is over. */
function RunningMark({ progress }: { progress: number | undefined }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => document.hidden || void invalidatePath(client, job.path), refetchMs);
    return () => clearInterval(timer);
  }, [client]);
  return (
    <Tag icon={<SyncOutlined aria-hidden />} color="processing">
      {t('monitor.task.fields.running')}
      {progress === undefined ? '' : ` ${progress} %`}
    </Tag>
  );
}
