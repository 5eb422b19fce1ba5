import type { CronField, CronPart } from '@limpid/contract/monitor/cron';
import { Radio } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../../api/server-clock.ts';
import { CronValues } from './CronValues.tsx';
import { beginKind, type CronKind, cronKinds } from './cron-edit.ts';
import styles from './task.module.css';

interface CronPartEditorProps {
  part: CronPart;
  field: CronField;
  onChange: (field: CronField) => void;
}

/** The kinds of one field as radio buttons; the chosen kind with its numbers. */
export function CronPartEditor({ part, field, onChange }: CronPartEditorProps) {
  const { t } = useTranslation();
  const id = useId();
  const choose = (kind: CronKind) => onChange(beginKind(part, kind, new Date(serverNow()).getFullYear()));
  return (
    <Radio.Group
      // By default it takes the name of the form field, and all tabs would be one group.
      name={id}
      value={field.kind}
      className={styles.kinds}
      aria-label={t(`monitor.cron.parts.${part}`)}
      onChange={(event) => choose(event.target.value)}
    >
      {cronKinds[part].map((kind) => (
        <div key={kind} className={styles.kind}>
          <Radio value={kind}>{kindText(part, kind, t)}</Radio>
          {field.kind === kind && <CronValues part={part} field={field} onChange={onChange} />}
        </div>
      ))}
    </Radio.Group>
  );
}

function kindText(part: CronPart, kind: CronKind, t: (key: string) => string): string {
  if (kind === 'every') return t(`monitor.cron.every.${part}`);
  if (kind === 'none') return part === 'year' ? t('monitor.cron.kinds.blank') : t('monitor.cron.kinds.none');
  return t(`monitor.cron.kinds.${kind}`);
}
