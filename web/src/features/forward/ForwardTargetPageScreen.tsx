import { forwardTarget } from '@limpid/contract/forward/target';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { hasAnyPermission } from '../../api/session.ts';
import { BackLink } from '../../resource/row/BackLink.tsx';
import { RowState } from '../../resource/row/RowState.tsx';
import { useRow } from '../../resource/row/use-row.ts';
import { useSetPageName } from '../../ui/page-name.ts';
import { LatestFailures } from './page/LatestFailures.tsx';
import { TargetFacts, TargetHead } from './page/TargetHead.tsx';
import { TargetLanes } from './page/TargetLanes.tsx';
import { TargetTraffic } from './page/TargetTraffic.tsx';
import styles from './page/target-page.module.css';
import { targetRefreshMs, useTargetChanges } from './use-target-changes.ts';

const endpoints = resourceEndpoints(forwardTarget);

/** One forwarding target: its state, what was sent and failed, how far each site is, and the latest failures. */
export default function ForwardTargetPageScreen() {
  const { t } = useTranslation();
  const targetId = Number(useParams()['targetId']);
  useTargetChanges();
  const found = useRow(endpoints, targetId, undefined, targetRefreshMs);
  const target = found.data;
  useSetPageName(`/site/forwardTarget/${targetId}`, target?.targetName ?? undefined);
  const back = <BackLink to="/site/forwardTarget" text={t('forward.page.back')} />;
  if (!target)
    return (
      <section aria-label={t('shell.pages.forwardTarget')} className={styles.card}>
        {back}
        <RowState row={found} lines={12} />
      </section>
    );
  return (
    <section aria-label={t('shell.pages.forwardTarget')} className={styles.page}>
      <TargetHead target={target} back={back} />
      <TargetFacts target={target} />
      <TargetTraffic target={target} />
      <div className={styles.columns}>
        <TargetLanes targetId={targetId} />
        {hasAnyPermission('log:forward:list') && (
          <LatestFailures targetId={targetId} targetName={target.targetName ?? ''} />
        )}
      </div>
    </section>
  );
}
