import { fogCannon } from '@limpid/contract/fogcannon/cannon';
import { cannonRun } from '@limpid/contract/fogcannon/cannon-run';
import { localised } from '@limpid/contract/kit/resource';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { hasAnyPermission } from '../../../api/session.ts';
import { formatCount, formatSpan } from '../../../lib/format.ts';
import { CannonState } from '../../../query/cannons/CannonState.tsx';
import { ManualControl } from '../../../query/cannons/ManualControl.tsx';
import { useManualTime } from '../../../query/cannons/use-manual.ts';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { RowState } from '../../../resource/row/RowState.tsx';
import { useRow } from '../../../resource/row/use-row.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { toRem } from '../../../ui/scale.ts';
import { LastDecisions } from '../decisions/LastDecisions.tsx';
import styles from './cannon.module.css';

type Cannon = RowOf<typeof fogCannon>;
type Run = RowOf<typeof cannonRun>;

interface CannonDrawerProps {
  cannonId: number | undefined;
  onClose: () => void;
  onSwitch: (cannon: Cannon) => void;
}

const endpoints = resourceEndpoints(fogCannon);
const { list: listRuns } = resourceEndpoints(cannonRun);
const shownRuns = 30;

/** One cannon: its state, the last decisions about it and its last runs. */
export function CannonDrawer({ cannonId, onClose, onSwitch }: CannonDrawerProps) {
  const { t } = useTranslation();
  const row = useRow(endpoints, cannonId);
  const { data } = row;
  return (
    <Drawer
      open={cannonId !== undefined}
      onClose={onClose}
      title={data?.cannonName ?? t('fogcannon.drawer.title')}
      size={toRem(560)}
      destroyOnHidden
      extra={
        data &&
        hasAnyPermission('fog:gun:operate') && (
          <Button type="primary" onClick={() => onSwitch(data)}>
            {t('fogcannon.switch.action')}
          </Button>
        )
      }
    >
      {data ? (
        <>
          <CannonFacts cannon={data} />
          {hasAnyPermission('fog:decision:list') && <LastDecisions cannonId={data.cannonId} />}
          {hasAnyPermission('fog:run:list') && <LastRuns cannonId={data.cannonId} />}
        </>
      ) : (
        <RowState row={row} lines={8} />
      )}
    </Drawer>
  );
}

function CannonFacts({ cannon }: { cannon: Cannon }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const time = (value: string | null) => value && <DateTimeText value={value} />;
  const choice = (name: 'driver' | 'linkState' | 'confirmedBy' | 'commandedState') =>
    cannon[name] && t(`fogcannon.cannon.fields.${name}_${cannon[name]}`);
  const facts: Record<string, ReactNode> = {
    switchState: <CannonState cannon={cannon} />,
    confirmedBy: choice('confirmedBy') || t('fogcannon.state.noFeedback'),
    confirmedAt: time(cannon.confirmedAt),
    commandedState: choice('commandedState'),
    commandedAt: time(cannon.commandedAt),
    linkState: choice('linkState'),
    ...(cannon.runStartedAt && {
      runStartedAt: time(cannon.runStartedAt),
      runStopBy: time(cannon.runStopBy),
    }),
    driver: choice('driver'),
    model: cannon.model,
    flowRate: cannon.flowRate,
    reach: cannon.reach,
    entityId: localised(cannon, 'entityName', language),
    siteId: cannon.siteName,
  };
  return (
    <>
      {cannon.problem && <Alert type="warning" showIcon title={cannon.problem} className={styles.problem} />}
      <ManualAlert cannon={cannon} />
      <dl className={styles.facts}>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{t(`fogcannon.cannon.fields.${name}`)}</dt>
            <dd>{value || <span className={styles.soft}>–</span>}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Says that a person is in control, with a way to give the cannon back. */
function ManualAlert({ cannon }: { cannon: Cannon }) {
  if (useManualTime(cannon) === undefined) return null;
  return <Alert type="info" showIcon title={<ManualControl cannon={cannon} />} className={styles.problem} />;
}

function LastRuns({ cannonId }: { cannonId: number }) {
  const { t } = useTranslation();
  const query = { cannonId, pageSize: shownRuns };
  const runs = useQuery({
    queryKey: [listRuns.path, query],
    queryFn: ({ signal }) => call(listRuns, { query, signal, quiet: true }),
  });
  if (!runs.data) return <RowState row={runs} lines={4} />;
  return (
    <section aria-label={t('fogcannon.drawer.runs')}>
      <h3 className={styles.heading}>{t('fogcannon.drawer.runs')}</h3>
      {runs.data.rows.length === 0 && (
        <EmptyState title={t('fogcannon.drawer.noRuns')} hint={t('fogcannon.drawer.noRunsHint')} />
      )}
      <ul className={styles.runs}>
        {runs.data.rows.map((run) => (
          <RunEntry key={run.runId} run={run} />
        ))}
      </ul>
    </section>
  );
}

function RunEntry({ run }: { run: Run }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const reason = run.startedBy ?? t(`fogcannon.run.fields.reason_${run.reason}`);
  const facts = [
    reason,
    run.endReason && t(`fogcannon.run.fields.endReason_${run.endReason}`),
    run.valueBefore !== null &&
      `${run.channelCode} ${formatCount(run.valueBefore, language)} → ${describe(run.valueAfter, language)}`,
    run.water !== null && `${formatCount(Math.round(run.water), language)} l`,
  ];
  return (
    <li>
      <div className={styles.runHead}>
        <span>{run.startedAt && <DateTimeText value={run.startedAt} />}</span>
        <strong>
          {run.seconds === null ? t('fogcannon.run.running') : formatSpan(run.seconds, language)}
        </strong>
      </div>
      <div className={styles.soft}>{facts.filter(Boolean).join(' · ')}</div>
    </li>
  );
}

function describe(value: number | null, language: Parameters<typeof formatCount>[1]): string {
  return value === null ? '–' : formatCount(value, language);
}
