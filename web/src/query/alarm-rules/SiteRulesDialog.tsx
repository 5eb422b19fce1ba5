import { listSiteRules, type SiteRule } from '@limpid/contract/alarm/rule-targets';
import { localised } from '@limpid/contract/kit/resource';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { hasAnyPermission } from '../../api/session.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { toRem } from '../../ui/scale.ts';
import styles from './alarm.module.css';
import { describeCondition } from './describe-condition.ts';
import { RuleSeverity } from './RuleSeverity.tsx';

interface SiteRulesDialogProps {
  open: boolean;
  siteId: number;
  siteName: string;
  onClose: () => void;
}

/** The alarm rules for a site: which apply, and why others do not. */
export function SiteRulesDialog({ open, siteId, siteName, onClose }: SiteRulesDialogProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: [listSiteRules.path, { siteId }],
    queryFn: ({ signal }) => call(listSiteRules, { params: { siteId }, signal, quiet: true }),
  });
  const toRules = hasAnyPermission('alarm:config:list') && (
    <Link to="/alarm/config" onClick={onClose}>
      <Button>{t('alarm.rule.site.open')}</Button>
    </Link>
  );
  return (
    <Dialog
      open={open}
      title={t('alarm.rule.site.title', { name: siteName })}
      width={toRem(640)}
      footer={data && data.rules.length > 0 ? toRules || null : null}
      onCancel={onClose}
    >
      {error ? (
        <ErrorState
          title={t('kit.states.listFailed')}
          detail={error.message}
          retryText={t('kit.states.retry')}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Skeleton active />
      ) : data.rules.length === 0 ? (
        <EmptyState title={t('alarm.rule.site.none')} hint={t('alarm.rule.site.noneHint')} action={toRules} />
      ) : (
        <>
          <p className={styles.count}>
            {t('alarm.rule.site.count', { count: data.rules.filter(({ applies }) => applies).length })}
          </p>
          <ul className={styles.rules}>
            {data.rules
              .toSorted((one, other) => Number(other.applies) - Number(one.applies))
              .map((one) => (
                <RuleEntry key={one.rule.ruleId} {...one} />
              ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

function RuleEntry({ rule, applies, reason, replacedBy }: SiteRule) {
  const { t } = useTranslation();
  const language = useLanguage();
  const target = t('alarm.rule.site.target', {
    kind: t(`alarm.rule.fields.target_${rule.target}`),
    name: localised(rule, 'targetName', language),
  });
  const why =
    reason === null ? t('alarm.rule.site.applies') : t(`alarm.rule.site.${reason}`, { name: replacedBy });
  return (
    <li className={applies ? styles.rule : `${styles.rule} ${styles.off}`}>
      <span className={styles.ruleName}>{rule.ruleName}</span>
      <RuleSeverity severity={rule.severity} />
      <span className={styles.sentence}>{describeCondition(rule, t, language)}</span>
      <span>{target}</span>
      <StatusDot look={applies ? 'success' : 'info'} text={why} />
    </li>
  );
}
