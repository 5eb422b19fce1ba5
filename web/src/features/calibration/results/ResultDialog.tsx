import { calibrationConfig } from '@limpid/contract/calibration/config';
import { type CalibrationResult, readCalibrationPairs } from '@limpid/contract/calibration/result';
import { localised } from '@limpid/contract/kit/resource';
import { useQuery } from '@tanstack/react-query';
import { Button, Descriptions } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { RowState } from '../../../resource/row/RowState.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toRem } from '../../../ui/scale.ts';
import styles from '../calibration.module.css';
import { DriftCards } from '../plots/DriftCards.tsx';
import { PairPlots } from '../plots/PairPlots.tsx';
import { describeDrops, describeReason, formatLine, formatStatistic } from './describe-result.ts';
import { StatisticsTable } from './StatisticsTable.tsx';

interface ResultDialogProps {
  result: CalibrationResult;
  open: boolean;
  /** Undefined for somebody who may not decide. */
  onDecide: ((decision: 'accept' | 'reject', resultIds: number[]) => void) | undefined;
  onClose: () => void;
}

/** One channel of one site: its statistics, the pairs before and after, and the drift of K and B. */
export function ResultDialog({ result, open, onDecide, onClose }: ResultDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { resultId } = result;
  const read = useQuery({
    queryKey: [calibrationConfig.path, 'pairs', resultId],
    queryFn: ({ signal }) => call(readCalibrationPairs, { query: { resultId }, signal }),
  });
  const title = t('calibration.result.details', {
    site: result.siteName,
    channel: localised(result, 'channelName', language),
  });
  const decide = (decision: 'accept' | 'reject', type: 'primary' | 'default') => (
    <Button
      key={decision}
      type={type}
      onClick={() => {
        onClose();
        onDecide?.(decision, [resultId]);
      }}
    >
      {t(`calibration.result.${decision}`)}
    </Button>
  );
  const isOpen = onDecide && result.decision === 'proposed';
  const footer = isOpen ? [decide('reject', 'default'), decide('accept', 'primary')] : null;
  return (
    <Dialog open={open} onCancel={onClose} footer={footer} width={toRem(1040)} title={title}>
      {read.data ? (
        <div className={styles.parts}>
          <Facts result={read.data.result} />
          <StatisticsTable result={read.data.result} />
          <PairPlots result={read.data.result} pairs={read.data.pairs} />
          <DriftCards siteId={result.siteId} channelId={result.channelId} />
        </div>
      ) : (
        <RowState row={read} lines={10} />
      )}
    </Dialog>
  );
}

function Facts({ result }: { result: CalibrationResult }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { method, limited, kFitted, bFitted, decidedBy } = result;
  const decided = result.decision === 'accepted' && decidedBy === null;
  const facts: Record<string, string> = {
    decision: [
      t(`calibration.result.decisions.${result.decision}`),
      describeReason(result, t, language),
      decided ? t('calibration.result.automatic') : (decidedBy ?? ''),
    ]
      .filter(Boolean)
      .join(' · '),
    references: result.references.join(', '),
    pairs: [String(result.pairs), describeDrops(result, t)].filter(Boolean).join(' · '),
    method: method ? t(`calibration.config.fields.method_${method}`) : '',
    kBefore: formatLine(result.kBefore, result.bBefore, language),
    // Of what is refused, the fit shows why.
    fitted: result.k === null && kFitted !== null ? formatLine(kFitted, bFitted, language) : '',
    k: [
      result.k === null ? '' : formatLine(result.k, result.b, language),
      limited
        ? t('calibration.result.limited', {
            k: formatStatistic(kFitted, 3, language),
            b: formatStatistic(bFitted, 2, language),
          })
        : '',
    ]
      .filter(Boolean)
      .join(' · '),
  };
  const names: Record<string, string> = {
    kBefore: t('calibration.result.inForce'),
    k: t('calibration.result.proposedLine'),
    fitted: t('calibration.result.fittedLine'),
  };
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, md: 2 }}
      items={Object.entries(facts)
        .filter(([, text]) => text !== '')
        .map(([key, children]) => ({
          key,
          label: names[key] ?? t(`calibration.result.columns.${key}`),
          children,
        }))}
    />
  );
}
