import type { RowOf } from '@limpid/contract/kit/row';
import type { entity } from '@limpid/contract/site/entity';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasAnyPermission } from '../../api/session.ts';
import { formatCount, formatSpan } from '../../lib/format.ts';
import { DateTimeText } from '../../resource/row/DateTimeText.tsx';
import { useLanguage } from '../../resource/use-language.ts';
import { TwoLines } from '../../ui/TwoLines.tsx';
import { TargetState } from '../forward/forward.api.ts';
import styles from './site.module.css';

type Row = RowOf<typeof entity>;

export const targetsPath = (entityName: string | null): string =>
  `/site/forwardTarget?entityName=${encodeURIComponent(entityName ?? '')}`;

/** The state of the worst target with what has failed; opens the page of the target, or the list of several. */
export function EntityForwarding({ row }: { row: Row }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { forwardState, forwardFailCount, forwardTargetCount: targets, forwardTargetId, entityName } = row;
  if (!targets) return <span className={styles.soft}>{t('site.entity.forwarding.none')}</span>;
  const [needed, place] =
    targets === 1 ? ['query', `/site/forwardTarget/${forwardTargetId}`] : ['list', targetsPath(entityName)];
  const state = <TargetState state={forwardState} />;
  const several = targets > 1 && t('site.entity.forwarding.targets', { count: targets });
  const failed =
    forwardFailCount !== null &&
    forwardFailCount > 0 &&
    t('site.entity.forwarding.failures', { count: formatCount(forwardFailCount, language) });
  return (
    <TwoLines
      first={hasAnyPermission(`site:forwardTarget:${needed}`) ? <Link to={place}>{state}</Link> : state}
      second={[several, failed].filter(Boolean).join(' · ')}
    />
  );
}

/** When a packet was accepted last, and how far behind the targets are. */
export function EntityLastForwarded({ row }: { row: Row }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { forwardTargetCount, forwardLastSuccessAt, forwardOldestUnsent, forwardLag } = row;
  if (!forwardTargetCount) return null;
  return (
    <TwoLines
      first={
        forwardLastSuccessAt ? (
          <DateTimeText value={forwardLastSuccessAt} />
        ) : (
          <span className={styles.soft}>{t('site.entity.forwarding.never')}</span>
        )
      }
      second={
        forwardOldestUnsent !== null &&
        forwardLag !== null &&
        t('forward.target.lag', { span: formatSpan(forwardLag, language) })
      }
    />
  );
}
