import type { CalibrationResult } from '@limpid/contract/calibration/result';
import { localised } from '@limpid/contract/kit/resource';
import { Button, Segmented, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../air/describe-value.ts';
import { hasAnyPermission } from '../../../api/session.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { toRem } from '../../../ui/scale.ts';
import { TwoLines } from '../../../ui/TwoLines.tsx';
import styles from '../calibration.module.css';
import {
  decisionLooks,
  describeReason,
  formatLine,
  formatStatistic,
  verdictLooks,
} from './describe-result.ts';
import { ResultDialog } from './ResultDialog.tsx';
import { useDecision } from './use-decision.ts';

interface ResultListProps {
  results: readonly CalibrationResult[];
  target: string;
}

type Shown = 'all' | 'proposed' | 'refused';

const isShown = ({ decision }: CalibrationResult, shown: Shown) => shown === 'all' || decision === shown;

/** The results of a round; proposals are selected and decided about here. */
export function ResultList({ results, target }: ResultListProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Shown>('all');
  const [selected, setSelected] = useState<number[]>([]);
  const details = useDialog<CalibrationResult>();
  const decide = useDecision(target, () => setSelected([]));
  const columns = useResultColumns(details.show);
  const mayDecide = hasAnyPermission('site:calibration:accept');
  const open = selected.filter((id) =>
    results.some(({ resultId, decision }) => resultId === id && decision === 'proposed'),
  );
  const count = (one: Shown) => results.filter((result) => isShown(result, one)).length;
  return (
    <>
      <div className={styles.decide}>
        <Segmented<Shown>
          value={shown}
          options={(['all', 'proposed', 'refused'] as const).map((value) => ({
            value,
            label: `${t(`calibration.result.shown.${value}`)} (${count(value)})`,
          }))}
          onChange={setShown}
        />
        {mayDecide && (
          <>
            <Button type="primary" disabled={open.length === 0} onClick={() => decide('accept', open)}>
              {t('calibration.result.accept')}
            </Button>
            <Button disabled={open.length === 0} onClick={() => decide('reject', open)}>
              {t('calibration.result.reject')}
            </Button>
          </>
        )}
      </div>
      <Table<CalibrationResult>
        size="small"
        rowKey="resultId"
        columns={columns}
        dataSource={results.filter((result) => isShown(result, shown))}
        locale={{ emptyText: t('calibration.run.noResults') }}
        pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: toRem(1080) }}
        {...(mayDecide && {
          rowSelection: {
            selectedRowKeys: open,
            onChange: (keys) => setSelected(keys.map(Number)),
            getCheckboxProps: (result) => ({
              disabled: result.decision !== 'proposed',
              'aria-label': t('calibration.result.select', {
                site: result.siteName,
                channel: result.channelCode,
              }),
            }),
          },
        })}
      />
      {details.subject && (
        <ResultDialog
          key={details.turn}
          result={details.subject}
          open={details.open}
          onClose={details.hide}
        />
      )}
    </>
  );
}

function useResultColumns(onOpen: (result: CalibrationResult) => void): TableColumnsType<CalibrationResult> {
  const { t } = useTranslation();
  const language = useLanguage();
  const column = (name: string) => t(`calibration.result.columns.${name}`);
  const change = (before: number | null | undefined, after: number | null | undefined, places: number) =>
    before === undefined
      ? dash
      : `${formatStatistic(before, places, language)} → ${formatStatistic(after, places, language)}`;
  const number = { align: 'right' as const, className: styles.number };
  return [
    {
      key: 'site',
      title: column('siteName'),
      width: toRem(170),
      render: (_, one) => (
        <Button type="link" size="small" onClick={() => onOpen(one)}>
          {one.siteName}
        </Button>
      ),
    },
    {
      key: 'channel',
      title: column('channel'),
      width: toRem(110),
      render: (_, one) => localised(one, 'channelName', language),
    },
    {
      key: 'references',
      title: column('references'),
      width: toRem(160),
      render: (_, { references, referenceKm }) => (
        <TwoLines
          first={references.join(', ')}
          second={referenceKm === null ? undefined : `${formatDecimal(referenceKm, 1, language)} km`}
        />
      ),
    },
    { key: 'pairs', title: column('pairs'), ...number, width: toRem(84), render: (_, one) => one.pairs },
    {
      key: 'coefficients',
      title: column('coefficients'),
      ...number,
      width: toRem(150),
      render: (_, one) => (
        <TwoLines
          first={formatLine(one.k ?? one.kFitted, one.b ?? one.bFitted, language)}
          second={formatLine(one.kBefore, one.bBefore, language)}
        />
      ),
    },
    {
      key: 'rSquared',
      title: column('rSquared'),
      ...number,
      width: toRem(72),
      render: (_, one) => formatStatistic(one.rSquared, 3, language),
    },
    {
      key: 'rmse',
      title: column('rmse'),
      ...number,
      width: toRem(150),
      render: (_, one) => change(one.before?.rmse, one.after?.rmse, one.decimals + 1),
    },
    {
      key: 'verdict',
      title: column('verdict'),
      width: toRem(160),
      render: (_, { verdictBefore, verdict }) => (
        <TwoLines
          first={
            verdict && (
              <StatusDot look={verdictLooks[verdict]} text={t(`calibration.result.verdicts.${verdict}`)} />
            )
          }
          second={
            verdictBefore &&
            t('calibration.result.verdictBefore', {
              verdict: t(`calibration.result.verdicts.${verdictBefore}`),
            })
          }
        />
      ),
    },
    {
      key: 'decision',
      title: column('decision'),
      render: (_, one) => (
        <TwoLines
          first={
            <StatusDot
              look={decisionLooks[one.decision]}
              text={t(`calibration.result.decisions.${one.decision}`)}
            />
          }
          second={describeReason(one, t, language)}
        />
      ),
    },
  ];
}
