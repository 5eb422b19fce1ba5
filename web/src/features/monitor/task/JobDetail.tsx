import { fieldEntries, fieldLabel } from '@limpid/contract/kit/resource';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { job } from '@limpid/contract/monitor/task';
import { Descriptions, Drawer, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { FieldValue } from '../../../resource/list/FieldValue.tsx';
import { RowState } from '../../../resource/row/RowState.tsx';
import { type ResourceRow, rowName, toText } from '../../../resource/row/row.ts';
import { useRow } from '../../../resource/row/use-row.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { toRem } from '../../../ui/scale.ts';
import { CronMeaning } from './CronMeaning.tsx';
import styles from './task.module.css';

interface JobDetailProps {
  open: boolean;
  id: number | undefined;
  onClose: () => void;
}

const endpoints = resourceEndpoints(job);

/** The fields of a job and its next runs. */
export function JobDetail({ open, id, onClose }: JobDetailProps) {
  const row = useRow(endpoints, open ? id : undefined);
  const language = useLanguage();
  return (
    <Drawer
      open={open}
      title={row.data && rowName(job, row.data, language)}
      size={toRem(560)}
      onClose={onClose}
      destroyOnHidden
    >
      {row.data ? <Facts row={row.data} /> : <RowState row={row} lines={10} />}
    </Drawer>
  );
}

/** Shown below or in the title. */
const shownElsewhere = ['jobName', 'jobNameEn', 'jobNameFr', 'nextValidTime', 'running', 'progress'];
const asWritten = ['invokeTarget', 'cronExpression'];

function Facts({ row }: { row: RowOf<typeof job> }) {
  const { t } = useTranslation();
  const values: ResourceRow = row;
  const shown = fieldEntries(job).filter(
    ([name]) => !shownElsewhere.includes(name) && toText(values[name]) !== '',
  );
  const items = shown.map(([name, field]) => ({
    key: name,
    label: t(fieldLabel(job, name)),
    children: asWritten.includes(name) ? (
      <span className={styles.wrapped}>{toText(values[name])}</span>
    ) : (
      <FieldValue field={{ name, field, label: fieldLabel(job, name) }} row={row} />
    ),
  }));
  return (
    <>
      <Descriptions column={1} size="small" items={items} />
      <Typography.Title level={3} className={styles.heading}>
        {t('monitor.cron.meaning')}
      </Typography.Title>
      <CronMeaning expression={row.cronExpression} />
    </>
  );
}
