import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { forwardLog } from '@limpid/contract/monitor/forward-log';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { RowState } from '../../../resource/row/RowState.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { targetRefreshMs } from '../use-target-changes.ts';
import styles from './target-page.module.css';

const { list } = resourceEndpoints(forwardLog);
const shownFailures = 10;

/** The last packets of a target that could not be sent, and why. */
export function LatestFailures({ targetId, targetName }: { targetId: number; targetName: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const query = { targetId, handleResult: '1', pageSize: shownFailures };
  const failures = useQuery({
    queryKey: [list.path, query],
    queryFn: ({ signal }) => call(list, { query, signal, quiet: true }),
    refetchInterval: targetRefreshMs,
  });
  return (
    <section aria-label={t('forward.page.failures')} className={styles.card}>
      <header>
        <h3>{t('forward.page.failures')}</h3>
        <Link to={`/system/log/forward?targetName=${encodeURIComponent(targetName)}`}>
          {t('forward.page.allAttempts')}
        </Link>
      </header>
      {!failures.data && <RowState row={failures} lines={6} />}
      {failures.data?.rows.length === 0 && (
        <EmptyState title={t('forward.page.noFailures')} hint={t('forward.page.noFailuresHint')} />
      )}
      <ul className={styles.failures}>
        {failures.data?.rows.map(({ logId, siteName, kind, createTime, dataTime, errorMsg }) => (
          <li key={logId}>
            <div className={styles.failureHead}>
              <span>{[siteName, kind && t(`forward.kinds.${kind}`)].filter(Boolean).join(' · ')}</span>
              <span className={styles.soft}>{createTime && <DateTimeText value={createTime} />}</span>
            </div>
            <div className={styles.reason}>{errorMsg}</div>
            {dataTime && (
              <div className={styles.soft}>
                {t('forward.page.dataTime', { time: formatDateTime(dataTime, language) })}
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
