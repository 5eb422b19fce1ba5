import type { RowOf } from '@limpid/contract/kit/row';
import type { client } from '@limpid/contract/monitor/client';
import { Button, Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './client.module.css';

/** The number of refusals of a connection; a popover explains the reasons. */
export function RefusedCount({ row }: { row: RowOf<typeof client> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const count = formatCount(Number(row.refused), language);
  const reasons = Object.entries(Object(row.reasons)).toSorted(([, a], [, b]) => Number(b) - Number(a));
  if (reasons.length === 0) return count;
  const list = (
    <dl className={styles.reasons}>
      {reasons.map(([reason, times]) => (
        <div key={reason}>
          <dt>
            {t(`ingest.refusal.fields.reason_${reason}`)} <b>{formatCount(Number(times), language)}</b>
          </dt>
          <dd>{t(`ingest.refusal.notes.${reason}`)}</dd>
        </div>
      ))}
    </dl>
  );
  return (
    <Popover trigger="click" title={t('monitor.client.reasonsTitle')} content={list}>
      <Button
        type="link"
        size="small"
        className={styles.more}
        aria-label={`${count} ${t('monitor.client.reasonsShow', { address: row.address ?? '' })}`}
      >
        {count}
      </Button>
    </Popover>
  );
}

/** The name of a reason; a popover explains it. */
export function RefusalReasonCell({ reason }: { reason: string }) {
  const { t } = useTranslation();
  const name = t(`ingest.refusal.fields.reason_${reason}`);
  const note = <div className={styles.explained}>{t(`ingest.refusal.notes.${reason}`)}</div>;
  return (
    <Popover trigger="click" title={name} content={note}>
      <Button type="link" size="small" className={styles.more}>
        {name}
      </Button>
    </Popover>
  );
}
