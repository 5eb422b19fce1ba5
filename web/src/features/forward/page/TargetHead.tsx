import { PauseOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { forwardTarget } from '@limpid/contract/forward/target';
import { pauseTargetPermission } from '@limpid/contract/forward/target-page';
import { localised } from '@limpid/contract/kit/resource';
import { statusEndpoint } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { hasAnyPermission } from '../../../api/session.ts';
import { formatCount, formatSpan } from '../../../lib/format.ts';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { invalidatePath } from '../../../resource/row/use-resource-writes.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import forwardStyles from '../forward.module.css';
import { TargetState } from '../TargetState.tsx';
import styles from './target-page.module.css';

export type ShownTarget = RowOf<typeof forwardTarget>;

/** The name of a target, why nothing is sent if so, and the button to pause or resume it. */
export function TargetHead({ target, back }: { target: ShownTarget; back: ReactNode }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { targetName, protocol, address, state, problem, problemDetail, problemKind, simulated } = target;
  return (
    <>
      <header className={styles.head}>
        <div>
          {back}
          <h2>{targetName}</h2>
          <div className={styles.soft}>
            {[
              localised(target, 'entityName', language),
              t(`forward.target.fields.protocol_${protocol}`),
              address,
            ].join(' · ')}
          </div>
        </div>
        {hasAnyPermission(pauseTargetPermission) && <PauseButton target={target} />}
      </header>
      {simulated && <Alert type="info" showIcon title={t('forward.page.simulatedHint')} />}
      {state === 'paused' && <Alert type="info" showIcon title={t('forward.page.pausedHint')} />}
      {problem && (
        <Alert
          type={state === 'failing' ? 'error' : 'warning'}
          showIcon
          title={problem}
          description={
            <>
              {problemDetail}
              <div className={forwardStyles.advice}>{problemKind && t(`forward.advice.${problemKind}`)}</div>
            </>
          }
        />
      )}
    </>
  );
}

function PauseButton({ target: { targetId, targetName, status } }: { target: ShownTarget }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isPaused = status !== '0';
  const change = useMutation({
    mutationFn: () =>
      call(statusEndpoint(forwardTarget, pauseTargetPermission), {
        body: { targetId, status: isPaused ? '0' : '1' },
      }),
    onSuccess() {
      getNotifier().success(
        t(isPaused ? 'forward.target.resumedNow' : 'forward.target.pausedNow', { name: targetName }),
      );
      void invalidatePath(client, forwardTarget.path);
    },
  });
  return (
    <div className={styles.tools}>
      <Button
        type={isPaused ? 'primary' : 'default'}
        icon={isPaused ? <PlayCircleOutlined aria-hidden /> : <PauseOutlined aria-hidden />}
        loading={change.isPending}
        onClick={() => change.mutate()}
      >
        {isPaused ? t('forward.target.resume') : t('forward.target.pause')}
      </Button>
    </div>
  );
}

export function TargetFacts({ target }: { target: ShownTarget }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { state, lastSuccessAt, oldestUnsent, lag, unsent, failCount, skipped } = target;
  const none = <span className={styles.soft}>{t('forward.page.never')}</span>;
  const facts: Record<string, ReactNode> = {
    state: <TargetState state={state} />,
    lastSuccessAt: lastSuccessAt ? <DateTimeText value={lastSuccessAt} /> : none,
    unsent: formatCount(unsent ?? 0, language),
    oldestUnsent: oldestUnsent ? (
      <>
        <DateTimeText value={oldestUnsent} />
        <div className={styles.soft}>
          {lag !== null && t('forward.target.lag', { span: formatSpan(lag, language) })}
        </div>
      </>
    ) : (
      <span className={styles.soft}>{t('forward.target.none')}</span>
    ),
    failCount: formatCount(failCount ?? 0, language),
    skipped: formatCount(skipped ?? 0, language),
  };
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{t(`forward.target.fields.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
