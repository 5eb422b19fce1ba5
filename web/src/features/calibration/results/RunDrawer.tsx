import { calibrationConfig } from '@limpid/contract/calibration/config';
import {
  exportCalibrationRun,
  listCalibrationRuns,
  readCalibrationRun,
} from '@limpid/contract/calibration/result';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Drawer, Progress, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../api/Allowed.tsx';
import { call } from '../../../api/call.ts';
import { useSession } from '../../../api/session.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { ExportButton } from '../../../query/result/ExportButton.tsx';
import { RowState } from '../../../resource/row/RowState.tsx';
import { useRow } from '../../../resource/row/use-row.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { toRem } from '../../../ui/scale.ts';
import styles from '../calibration.module.css';
import { ResultList } from './ResultList.tsx';
import type { RunProgress } from './use-run-calibration.ts';

interface RunDrawerProps {
  configId: number | undefined;
  running: RunProgress | undefined;
  onRun: () => void;
  onClose: () => void;
}

const endpoints = resourceEndpoints(calibrationConfig);

/** The rounds of a config: which sites and channels get K and B proposed, and why others do not. */
export function RunDrawer({ configId, running, onRun, onClose }: RunDrawerProps) {
  const { t } = useTranslation();
  const row = useRow(endpoints, configId);
  const isRunning = running !== undefined && running.configId === configId;
  return (
    <Drawer
      open={configId !== undefined}
      onClose={onClose}
      title={row.data?.configName ?? t('calibration.run.results')}
      size={toRem(1320)}
      destroyOnHidden
      extra={
        <Allowed permission={['site:calibration:run']}>
          <Button type="primary" disabled={isRunning || row.data?.status !== '0'} onClick={onRun}>
            {t('calibration.run.action')}
          </Button>
        </Allowed>
      }
    >
      {isRunning && <RunningRound running={running} />}
      {configId !== undefined && <Runs key={configId} configId={configId} target={row.data?.target} />}
    </Drawer>
  );
}

function RunningRound({ running: { done, total } }: { running: RunProgress }) {
  const { t } = useTranslation();
  return (
    <output className={styles.progress}>
      {total === null ? t('calibration.run.running') : t('calibration.run.progress', { done, total })}
      <Progress percent={total ? Math.round((100 * done) / total) : 0} status="active" showInfo={false} />
    </output>
  );
}

function Runs({ configId, target }: { configId: number; target: string | null | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useSession((session) => session.zone);
  const [chosen, setChosen] = useState<number>();
  const list = useQuery({
    queryKey: [calibrationConfig.path, 'runs', configId],
    queryFn: ({ signal }) => call(listCalibrationRuns, { query: { configId }, signal, quiet: true }),
  });
  const runs = list.data?.runs ?? [];
  // The newest one with results; a chosen one stays.
  const runId = chosen ?? runs.find(({ state }) => state === 'done')?.runId ?? runs[0]?.runId;
  const results = useQuery({
    queryKey: [calibrationConfig.path, 'results', runId],
    queryFn: ({ signal }) => call(readCalibrationRun, { query: { runId: runId ?? 0 }, signal, quiet: true }),
    enabled: runId !== undefined,
    placeholderData: keepPreviousData,
  });
  const failed = [list, results].find(({ isError }) => isError);
  if (failed) return <RowState row={failed} lines={8} />;
  if (!list.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (runId === undefined)
    return <EmptyState title={t('calibration.run.none')} hint={t('calibration.run.noneNote')} />;
  const time = (at: number) => formatMoment(at, zone, language);
  const run = results.data?.run;
  return (
    <>
      <div className={styles.bar}>
        <Select<number>
          aria-label={t('calibration.run.choose')}
          value={runId}
          popupMatchSelectWidth={false}
          options={runs.map((one) => ({
            value: one.runId,
            label:
              one.state === 'done'
                ? t('calibration.run.option', {
                    time: time(one.startedAt),
                    proposed: one.proposed + one.accepted + one.rejected,
                    refused: one.refused,
                  })
                : `${time(one.startedAt)} · ${t(`calibration.run.states.${one.state}`)}`,
          }))}
          onChange={setChosen}
        />
        <ExportButton endpoint={exportCalibrationRun} query={{ runId }} />
      </div>
      {run && (
        <p className={styles.facts}>
          {t('calibration.run.window', { from: time(run.from), to: time(run.to) })}
          {' · '}
          {run.startedBy ? t('calibration.run.by', { name: run.startedBy }) : t('calibration.run.bySchedule')}
          {run.problem &&
            ` · ${run.state === 'done' ? run.problem : t('calibration.run.failed', { problem: run.problem })}`}
        </p>
      )}
      {results.data ? (
        <ResultList key={runId} results={results.data.results} target={target ?? 'platform'} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </>
  );
}
