import { SearchOutlined } from '@ant-design/icons';
import type { CalibrationResult } from '@limpid/contract/calibration/result';
import { localised } from '@limpid/contract/kit/resource';
import { Button, Input, Segmented, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../air/describe-value.ts';
import { hasAnyPermission } from '../../../api/session.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
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

const views = ['all', 'proposed', 'decided', 'refused'] as const;
type Shown = (typeof views)[number];

function isShown({ decision }: CalibrationResult, shown: Shown): boolean {
  if (shown === 'decided') return decision === 'accepted' || decision === 'rejected';
  return shown === 'all' || decision === shown;
}

/** The results of a round; proposals are selected and decided about here. */
export function ResultList({ results, target }: ResultListProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Shown>('all');
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<number[]>([]);
  const details = useDialog<CalibrationResult>();
  const decide = useDecision(target, () => setSelected([]));
  const columns = useResultColumns(details.show);
  const language = useLanguage();
  const mayDecide = hasAnyPermission('site:calibration:accept');
  const open = selected.filter((id) =>
    results.some(({ resultId, decision }) => resultId === id && decision === 'proposed'),
  );
  const wanted = search.trim().toLowerCase();
  const found = results.filter((result) =>
    [result.siteName, result.channelCode, localised(result, 'channelName', language)].some((name) =>
      name.toLowerCase().includes(wanted),
    ),
  );
  const count = (one: Shown) => found.filter((result) => isShown(result, one)).length;
  return (
    <>
      <div className={styles.decide}>
        <Segmented<Shown>
          value={shown}
          options={views.map((value) => ({
            value,
            label: `${t(`calibration.result.shown.${value}`)} (${count(value)})`,
          }))}
          onChange={setShown}
        />
        <Input
          allowClear
          className={styles.search}
          prefix={<SearchOutlined aria-hidden />}
          aria-label={t('calibration.result.search')}
          placeholder={t('calibration.result.search')}
          value={search}
          onChange={({ target: input }) => setSearch(input.value)}
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
        dataSource={found.filter((result) => isShown(result, shown))}
        tableLayout="fixed"
        showSorterTooltip={false}
        locale={{
          emptyText: t(results.length > 0 ? 'calibration.result.noneFound' : 'calibration.run.noResults'),
        }}
        pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: toRem(1180) }}
        {...(mayDecide && {
          rowSelection: {
            columnWidth: toRem(44),
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
          onDecide={mayDecide ? decide : undefined}
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
  const bySize = (read: (one: CalibrationResult) => number | null) => ({
    sorter: (one: CalibrationResult, other: CalibrationResult) =>
      (read(one) ?? -Infinity) - (read(other) ?? -Infinity),
  });
  return [
    {
      key: 'site',
      title: column('siteName'),
      width: toRem(180),
      sorter: (one, other) => one.siteName.localeCompare(other.siteName, language),
      render: (_, one) => (
        <TwoLines
          first={
            <Button type="link" size="small" className={styles.name} onClick={() => onOpen(one)}>
              <EllipsisText text={one.siteName} />
            </Button>
          }
          second={localised(one, 'channelName', language)}
        />
      ),
    },
    {
      key: 'decision',
      title: column('decision'),
      width: toRem(250),
      render: (_, one) => (
        <>
          <StatusDot
            look={decisionLooks[one.decision]}
            text={t(`calibration.result.decisions.${one.decision}`)}
          />
          {one.reason && <div className={styles.soft}>{describeReason(one, t, language)}</div>}
        </>
      ),
    },
    {
      key: 'coefficients',
      title: (
        <>
          {column('coefficients')}
          <div className={styles.headNote}>{t('calibration.result.inForceShort')}</div>
        </>
      ),
      ...number,
      width: toRem(132),
      render: (_, one) => (
        <>
          {formatLine(one.k ?? one.kFitted, one.b ?? one.bFitted, language)}
          <div className={styles.soft}>{formatLine(one.kBefore, one.bBefore, language)}</div>
        </>
      ),
    },
    {
      key: 'pairs',
      title: column('pairs'),
      ...number,
      ...bySize(({ pairs }) => pairs),
      width: toRem(112),
      render: (_, one) => one.pairs,
    },
    {
      key: 'rSquared',
      title: column('rSquared'),
      ...number,
      ...bySize(({ rSquared }) => rSquared),
      width: toRem(84),
      render: (_, one) => formatStatistic(one.rSquared, 3, language),
    },
    {
      key: 'rmse',
      title: column('rmse'),
      ...number,
      width: toRem(140),
      render: (_, one) => change(one.before?.rmse, one.after?.rmse, one.decimals + 1),
    },
    {
      key: 'verdict',
      title: column('verdict'),
      width: toRem(160),
      render: (_, { verdictBefore, verdict }) => (
        <>
          {verdict && (
            <StatusDot look={verdictLooks[verdict]} text={t(`calibration.result.verdicts.${verdict}`)} />
          )}
          {verdictBefore && (
            <div className={styles.soft}>
              {t('calibration.result.verdictBefore', {
                verdict: t(`calibration.result.verdicts.${verdictBefore}`),
              })}
            </div>
          )}
        </>
      ),
    },
    {
      key: 'references',
      title: column('references'),
      render: (_, { references, referenceKm }) => (
        <TwoLines
          first={references.join(', ')}
          second={referenceKm === null ? undefined : `${formatDecimal(referenceKm, 1, language)} km`}
        />
      ),
    },
  ];
}
