import { linkageDecision } from '@limpid/contract/fogcannon/linkage-decision';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import { decisionAddress } from '../../../query/cannons/decision-address.ts';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { RowState } from '../../../resource/row/RowState.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import styles from '../cannons/cannon.module.css';
import { DecisionKindDot } from './DecisionKindDot.tsx';
import { DryRunTag } from './DryRunTag.tsx';

const { list } = resourceEndpoints(linkageDecision);
const shownDecisions = 5;

/** The last decisions of linkage rules about a cannon. */
export function LastDecisions({ cannonId }: { cannonId: number }) {
  const { t } = useTranslation();
  const query = { cannonId, pageSize: shownDecisions };
  const decisions = useQuery({
    queryKey: [list.path, query],
    queryFn: ({ signal }) => call(list, { query, signal, quiet: true }),
  });
  if (!decisions.data) return <RowState row={decisions} lines={4} />;
  const { rows } = decisions.data;
  return (
    <section aria-label={t('fogcannon.drawer.decisions')}>
      <div className={styles.headed}>
        <h3 className={styles.heading}>{t('fogcannon.drawer.decisions')}</h3>
        {rows.length > 0 && (
          <Link to={decisionAddress({ cannonId })}>{t('fogcannon.drawer.allDecisions')}</Link>
        )}
      </div>
      {rows.length === 0 && (
        <EmptyState title={t('fogcannon.drawer.noDecisions')} hint={t('fogcannon.drawer.noDecisionsHint')} />
      )}
      <ul className={styles.runs}>
        {rows.map((decision) => (
          <li key={decision.decisionId}>
            <div className={styles.runHead}>
              <span>{decision.at && <DateTimeText value={decision.at} />}</span>
              {decision.kind && <DecisionKindDot kind={decision.kind} />}
            </div>
            <div>{decision.description}</div>
            <div className={styles.soft}>
              {decision.ruleName} {decision.dryRun && <DryRunTag />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
