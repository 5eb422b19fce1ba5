import { type CronFields, cronParts, formatCron, formatCronField } from '@limpid/contract/monitor/cron';
import { Alert, Button, Tabs, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toRem } from '../../../ui/scale.ts';
import { CronMeaning } from './CronMeaning.tsx';
import { CronPartEditor } from './CronPartEditor.tsx';
import { changeField, readCronFields } from './cron-edit.ts';
import styles from './task.module.css';

interface CronDialogProps {
  open: boolean;
  /** The expression to edit; empty for a new one. */
  expression: string;
  onChoose: (expression: string) => void;
  onClose: () => void;
}

/** Builds a cron expression field by field. Mount a new dialog for every opening. */
export function CronDialog({ open, expression, onChoose, onClose }: CronDialogProps) {
  const { t } = useTranslation();
  const [begin] = useState(() => readCronFields(expression));
  const [fields, setFields] = useState(begin.fields);
  const written = formatCron(fields);
  const tabs = cronParts.map((part) => ({
    key: part,
    label: t(`monitor.cron.parts.${part}`),
    children: (
      <CronPartEditor
        part={part}
        field={fields[part]}
        onChange={(field) => setFields((old) => changeField(old, part, field))}
      />
    ),
  }));
  return (
    <Dialog
      open={open}
      title={t('monitor.cron.title')}
      width={toRem(720)}
      onCancel={onClose}
      footer={
        <div className={styles.dialogFooter}>
          <Button onClick={() => setFields(begin.fields)}>{t('monitor.cron.reset')}</Button>
          <span className={styles.gap} />
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" onClick={() => onChoose(written)}>
            {t('monitor.cron.take')}
          </Button>
        </div>
      }
    >
      {!begin.isRead && (
        <Alert
          type="warning"
          showIcon
          title={t('monitor.cron.unreadable', { expression })}
          className={styles.alert}
        />
      )}
      <Tabs items={tabs} size="small" className={styles.tabs} />
      <section aria-label={t('monitor.cron.expression')} className={styles.result}>
        <PartTable fields={fields} />
        <Typography.Text code copyable={{ text: written }} className={styles.expression}>
          {written}
        </Typography.Text>
        <CronMeaning expression={written} />
      </section>
    </Dialog>
  );
}

function PartTable({ fields }: { fields: CronFields }) {
  const { t } = useTranslation();
  return (
    <dl className={styles.parts}>
      {cronParts.map((part) => (
        <div key={part}>
          <dt>{t(`monitor.cron.parts.${part}`)}</dt>
          <dd>{formatCronField(part, fields[part]) || '—'}</dd>
        </div>
      ))}
    </dl>
  );
}
