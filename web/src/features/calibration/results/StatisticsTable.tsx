import type { CalibrationResult, CalibrationStatistics } from '@limpid/contract/calibration/result';
import { Table, type TableColumnsType } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../resource/use-language.ts';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import styles from '../calibration.module.css';
import { formatStatistic } from './describe-result.ts';

type Name = Exclude<keyof CalibrationStatistics, 'count'>;

interface Line {
  name: Name;
  unit: string;
  decimals: number;
  met: boolean | undefined;
}

/** The statistics over hours that were not fitted, before and after, with the targets of the US EPA. */
export function StatisticsTable({ result }: { result: CalibrationResult }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { before, after, targets, decimals } = result;
  if (!before) return null;
  const unit = result.unit ?? '';
  const isMet = (name: string) => targets.find((target) => target.name === name)?.met;
  const lines: Line[] = [
    { name: 'rSquared', unit: '', decimals: 3, met: isMet('rSquared') },
    { name: 'slope', unit: '', decimals: 3, met: isMet('slope') },
    { name: 'intercept', unit, decimals: decimals + 1, met: isMet('intercept') },
    { name: 'bias', unit, decimals: decimals + 1, met: undefined },
    { name: 'mae', unit, decimals: decimals + 1, met: undefined },
    { name: 'rmse', unit, decimals: decimals + 1, met: isMet('error') },
    { name: 'nrmse', unit: '%', decimals: 1, met: undefined },
  ];
  const valueColumn = (key: 'before' | 'after'): TableColumnsType<Line>[number] => ({
    key,
    title: t(`calibration.result.statistics.${key}`),
    align: 'right',
    className: styles.number,
    render: (_, line) => formatStatistic(result[key]?.[line.name], line.decimals, language),
  });
  const columns: TableColumnsType<Line> = [
    {
      key: 'name',
      title: t('calibration.result.statistics.title', { count: before.count }),
      render: (_, line) => (
        <>
          {t(`calibration.result.statistics.${line.name}`)}{' '}
          {line.unit && <span className={styles.soft}>{line.unit}</span>}
        </>
      ),
    },
    valueColumn('before'),
    ...(after ? [valueColumn('after')] : []),
    ...(targets.length > 0
      ? [
          {
            key: 'target',
            title: t('calibration.result.columns.verdict'),
            render: (_: unknown, { met }: Line) =>
              met !== undefined && (
                <StatusDot
                  look={met ? 'success' : 'danger'}
                  text={t(met ? 'calibration.result.targetMet' : 'calibration.result.targetMissed')}
                />
              ),
          },
        ]
      : []),
  ];
  return <Table<Line> size="small" rowKey="name" columns={columns} dataSource={lines} pagination={false} />;
}
