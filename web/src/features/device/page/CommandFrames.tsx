import type { deviceLog } from '@limpid/contract/device/device-log';
import type { RowOf } from '@limpid/contract/kit/row';
import { useTranslation } from 'react-i18next';
import { formatDecimal } from '../../../lib/format.ts';
import { StateWords } from '../../../query/commands/StateWords.tsx';
import styles from './device-page.module.css';

type LogRow = RowOf<typeof deviceLog>;

const shortSeconds = 10;

/** Most devices answer within a second. */
export function formatSeconds(seconds: number, language: string): string {
  return formatDecimal(seconds, seconds < shortSeconds ? 2 : 1, language);
}

/** What was sent and what came back. */
export function CommandFrames({ row: { request, response } }: { row: LogRow }) {
  const { t } = useTranslation();
  return (
    <>
      <StateWords text={response ?? ''} />
      {request && <h4 className={styles.soft}>{t('device.log.fields.request')}</h4>}
      {request && <pre className={styles.raw}>{request}</pre>}
      {response && <h4 className={styles.soft}>{t('device.log.fields.response')}</h4>}
      {response && <pre className={styles.raw}>{response}</pre>}
    </>
  );
}
