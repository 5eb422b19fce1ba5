import type { BatchDevice } from '@limpid/contract/device/offer';
import { Alert, Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../lib/dates.ts';
import { RowState } from '../../resource/row/RowState.tsx';
import { useLanguage } from '../../resource/use-language.ts';
import { isCommandOpen, isRejected } from './command-state.ts';
import styles from './commands.module.css';
import { TimedCommandState } from './TimedCommandState.tsx';
import { useFieldMeaning } from './use-field-meaning.ts';
import { useBatch, useCancelCommand } from './use-offer.ts';
import { useStateWords } from './use-state-words.ts';

interface BatchResultsProps {
  batchId: string;
  isReading: boolean;
  /** The number of devices that the order was for. */
  ordered: number;
}

/** The progress of an order and the result of each device. */
export function BatchResults({ batchId, isReading, ordered }: BatchResultsProps) {
  const { t } = useTranslation();
  const batch = useBatch(batchId);
  const { data: rows } = batch;
  if (!rows) return <RowState row={batch} lines={3} />;
  const open = rows.filter(({ state }) => isCommandOpen(state));
  // The log of a device goes with it.
  const total = Math.max(ordered, rows.length);
  const ended = total - open.length;
  return (
    <div className={styles.results}>
      <output className={styles.summary}>
        {open.length > 0 ? (
          <>
            <span>{isReading ? t('device.order.reading') : t('device.order.sending')}</span>
            <Progress percent={Math.round((ended / total) * 100)} format={() => `${ended}/${total}`} />
          </>
        ) : (
          <Outcome rows={rows} total={total} />
        )}
      </output>
      <ul className={styles.rows}>
        {sortRows(rows, open.length === 0).map((row) => (
          <ResultRow key={row.logId} row={row} />
        ))}
      </ul>
    </div>
  );
}

/** At the end, devices without success come first; before that nothing changes its place. */
function sortRows(rows: readonly BatchDevice[], hasEnded: boolean): readonly BatchDevice[] {
  if (!hasEnded) return rows;
  return rows.toSorted((one, other) => Number(one.state === 'done') - Number(other.state === 'done'));
}

function Outcome({ rows, total }: { rows: readonly BatchDevice[]; total: number }) {
  const { t } = useTranslation();
  const removed = total - rows.length;
  if (rows.length === 0 && total < 2)
    return <Alert type="warning" showIcon title={t('device.order.removed')} />;
  const done = rows.filter(({ state }) => state === 'done').length;
  if (removed > 0)
    return (
      <Alert
        type="warning"
        showIcon
        title={t('device.order.partly', { done, count: total })}
        description={t('device.order.removedMeanwhile', { count: removed })}
      />
    );
  if (done === rows.length) return <Alert type="success" showIcon title={t('device.order.succeeded')} />;
  const isCancelled = rows.every(({ state }) => state === 'cancelled');
  if (isCancelled) return <Alert type="info" showIcon title={t('device.log.cancelled')} />;
  const isEmpty = rows.every(({ state }) => state === 'noValue');
  if (isEmpty) return <Alert type="warning" showIcon title={t('device.results.noValue')} />;
  const isSilent = rows.every(({ state }) => state === 'timedOut');
  const text = isSilent
    ? t('device.order.timedOut')
    : done === 0
      ? t('device.order.failed')
      : t('device.order.partly', { done, count: rows.length });
  return <Alert type={done > 0 ? 'warning' : 'error'} showIcon title={text} />;
}

function ResultRow({ row }: { row: BatchDevice }) {
  const { t } = useTranslation();
  const cancel = useCancelCommand();
  return (
    <li className={styles.row}>
      <div className={styles.rowHead}>
        <strong>{row.siteName}</strong>
        <TimedCommandState command={row} name={row.siteName} />
        {row.cancellable && (
          <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate(row.logId)}>
            {t('device.log.cancel')}
          </Button>
        )}
      </div>
      {row.resultDesc && <div className={styles.soft}>{row.resultDesc}</div>}
      {row.isCorrectedTwice && !isRejected(row.state) && (
        <div className={styles.caution}>{t('device.order.correctedTwice')}</div>
      )}
      {row.values.length > 0 && (
        <dl className={styles.values}>
          {row.values.map((one, index) => (
            // Names repeat in answers with several packets.
            <AnswerValue key={`${index} ${one.name}`} {...one} />
          ))}
        </dl>
      )}
      {row.moreValues > 0 && (
        <div className={styles.soft}>{t('device.order.moreValues', { count: row.moreValues })}</div>
      )}
    </li>
  );
}

const digitTime = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;

function AnswerValue({ name, value, unit, dataTime }: BatchDevice['values'][number]) {
  const language = useLanguage();
  const meaning = useFieldMeaning()(name, value);
  const words = useStateWords();
  const [, year, month, day, hour, minute, second] = digitTime.exec(value) ?? [];
  const text = year
    ? formatDateTime(`${year}-${month}-${day} ${hour}:${minute}:${second}`, language)
    : [words(name, value), unit].filter(Boolean).join(' ');
  return (
    <div>
      <dt>
        {meaning && <div className={styles.sentence}>{meaning}</div>}
        <div className={meaning ? styles.soft : undefined}>{name}</div>
      </dt>
      <dd>
        {text}
        {dataTime && <div className={styles.soft}>{formatDateTime(dataTime, language)}</div>}
      </dd>
    </div>
  );
}
