import { type ForwardLane, listForwardLanes } from '@limpid/contract/forward/target-page';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useSession } from '../../../api/session.ts';
import { formatCount } from '../../../lib/format.ts';
import { makeZoneClock } from '../../../lib/zone-clock.ts';
import { RowState } from '../../../resource/row/RowState.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { targetRefreshMs } from '../use-target-changes.ts';
import styles from './target-page.module.css';

/** How far each site of a target has been sent, what is still missing there, and what was skipped. */
export function TargetLanes({ targetId }: { targetId: number }) {
  const { t } = useTranslation();
  const lanes = useQuery({
    queryKey: [listForwardLanes.path, targetId],
    queryFn: ({ signal }) => call(listForwardLanes, { params: { id: targetId }, signal, quiet: true }),
    refetchInterval: targetRefreshMs,
  });
  return (
    <section aria-label={t('forward.page.sites')} className={styles.card}>
      <header>
        <h3>{t('forward.page.sites')}</h3>
      </header>
      {lanes.data ? <LaneTable lanes={lanes.data} /> : <RowState row={lanes} lines={6} />}
    </section>
  );
}

function LaneTable({ lanes }: { lanes: readonly ForwardLane[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const clock = makeZoneClock(
    useSession((session) => session.zone),
    language,
  );
  const write = (moment: number) => `${clock.day(moment)} ${clock.time(moment)}`;
  if (lanes.length === 0)
    return <EmptyState title={t('forward.page.noSites')} hint={t('forward.page.noSitesHint')} />;
  return (
    <div className="side-scroll">
      <table className={styles.table}>
        <thead>
          <tr>
            {['site', 'mn', 'sentUntil', 'gaps', 'skipped'].map((name) => (
              <th key={name} scope="col">
                {t(`forward.page.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lanes.map(
            ({ siteId, siteName, mn, isMnShared, sentUntil, gaps, oldestGap, skipped, skippedPeriods }) => (
              <tr key={siteId}>
                <th scope="row">{siteName}</th>
                <td>
                  {mn}
                  {isMnShared && <span className={styles.wrong}>{t('forward.page.mnShared')}</span>}
                </td>
                <td>
                  {sentUntil === null ? (
                    <span className={styles.soft}>{t('forward.page.notYet')}</span>
                  ) : (
                    write(sentUntil)
                  )}
                </td>
                <td>
                  {oldestGap === null ? (
                    <span className={styles.soft}>{t('forward.page.noGaps')}</span>
                  ) : (
                    t('forward.page.gapCount', {
                      gaps: formatCount(gaps, language),
                      oldest: write(oldestGap),
                    })
                  )}
                </td>
                <td>
                  {skipped.length === 0 && (
                    <span className={styles.soft}>{t('forward.page.noneSkipped')}</span>
                  )}
                  {skipped.map(({ kind, from, to }) => (
                    <div key={`${kind} ${from}`}>
                      {t('forward.page.skippedPeriod', {
                        from: write(from),
                        to: write(to),
                        kind: t(`forward.kinds.${kind}`),
                      })}
                    </div>
                  ))}
                  {skippedPeriods > skipped.length && (
                    <span className={styles.soft}>
                      {t('forward.page.moreSkipped', {
                        periods: formatCount(skippedPeriods - skipped.length, language),
                      })}
                    </span>
                  )}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}
