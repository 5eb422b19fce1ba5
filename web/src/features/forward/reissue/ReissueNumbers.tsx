import type { ReissuePreview } from '@limpid/contract/forward/reissue';
import { Alert, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount, formatSpan } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { TargetState } from '../TargetState.tsx';
import styles from './reissue.module.css';

interface ReissueNumbersProps {
  isComplete: boolean;
  preview: { data: ReissuePreview | undefined; error: Error | null };
}

/** How many packets a reissue sends to each target, how many it leaves out, and how long it takes. */
export function ReissueNumbers({ isComplete, preview: { data, error } }: ReissueNumbersProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const count = (value: number) => formatCount(value, language);
  const span = (seconds: number) => formatSpan(Math.ceil(seconds), language);
  if (!isComplete) return <p className={styles.soft}>{t('forward.reissue.chooseFirst')}</p>;
  if (error) return <Alert type="error" showIcon title={error.message} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return (
    <section aria-label={t('forward.reissue.preview')} aria-live="polite">
      <p className={styles.sum}>
        {data.packets === 0
          ? t('forward.reissue.nothing')
          : t('forward.reissue.sum', { packets: count(data.packets), span: span(data.seconds) })}
      </p>
      {data.acknowledged > 0 && (
        <p className={styles.soft}>
          {t('forward.reissue.leftAcknowledged', { packets: count(data.acknowledged) })}
        </p>
      )}
      {data.waiting > 0 && (
        <p className={styles.soft}>{t('forward.reissue.leftWaiting', { packets: count(data.waiting) })}</p>
      )}
      {data.paused > 0 && (
        <p className={styles.soft}>{t('forward.reissue.leftPaused', { packets: count(data.paused) })}</p>
      )}
      <div className="side-scroll">
        <table className={styles.table}>
          <thead>
            <tr>
              {['target', 'state', 'sites', 'packets', 'duration'].map((name) => (
                <th key={name} scope="col">
                  {t(`forward.reissue.columns.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.targets.map(({ targetId, targetName, state, sites, packets, seconds, rate }) => (
              <tr key={targetId}>
                <th scope="row">{targetName}</th>
                <td>
                  <TargetState state={state} />
                </td>
                <td>{count(sites)}</td>
                <td>{count(packets)}</td>
                <td>
                  {packets > 0 && span(seconds)}{' '}
                  <span className={styles.soft}>{t('forward.reissue.rate', { rate: count(rate) })}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
