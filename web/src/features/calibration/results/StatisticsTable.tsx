import type {
  CalibrationResult,
  CalibrationStatistics,
  TargetCheck,
} from '@limpid/contract/calibration/result';
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
  /** The target of the US EPA that judges it. */
  target?: TargetCheck['name'];
}

/** The statistics over hours that were not fitted, before and after, each with the targets of the US EPA. */
export function StatisticsTable({ result }: { result: CalibrationResult }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { before, after, decimals } = result;
  if (!before) return null;
  const unit = result.unit ?? '';
  const lines: Line[] = [
    { name: 'rSquared', unit: '', decimals: 3, target: 'rSquared' },
    { name: 'slope', unit: '', decimals: 3, target: 'slope' },
    { name: 'intercept', unit, decimals: decimals + 1, target: 'intercept' },
    { name: 'bias', unit, decimals: decimals + 1 },
    { name: 'mae', unit, decimals: decimals + 1 },
    { name: 'rmse', unit, decimals: decimals + 1, target: 'error' },
    { name: 'nrmse', unit: '%', decimals: 1 },
  ];
  const sideColumns = (key: 'before' | 'after'): TableColumnsType<Line> => {
    const checks = key === 'before' ? result.targetsBefore : result.targets;
    const side = t(`calibration.result.statistics.${key}`);
    return [
      {
        key,
        title: side,
        align: 'right',
        className: styles.number,
        render: (_, line) => formatStatistic(result[key]?.[line.name], line.decimals, language),
      },
      ...(checks.length > 0
        ? [
            {
              key: `${key}Target`,
              title: t(`calibration.result.columns.${key === 'before' ? 'verdictBefore' : 'verdictAfter'}`),
              render: (_: unknown, { target }: Line) => {
                const check = checks.find(({ name }) => name === target);
                return check && <TargetState met={check.met} />;
              },
            },
          ]
        : []),
    ];
  };
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
    ...sideColumns('before'),
    ...(after ? sideColumns('after') : []),
  ];
  return (
    <Table<Line>
      size="small"
      rowKey="name"
      columns={columns}
      dataSource={lines}
      pagination={false}
      scroll={{ x: 'max-content' }}
    />
  );
}

function TargetState({ met }: Pick<TargetCheck, 'met'>) {
  const { t } = useTranslation();
  return (
    <StatusDot
      look={met ? 'success' : 'danger'}
      text={t(met ? 'calibration.result.targetMet' : 'calibration.result.targetMissed')}
    />
  );
}
