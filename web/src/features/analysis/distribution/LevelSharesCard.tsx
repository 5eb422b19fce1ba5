import type { LevelShares } from '@limpid/contract/analysis/distribution';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FlagCount } from '../../../air/FlagCount.tsx';
import type { LevelStep } from '../../../air/level.ts';
import { Chart } from '../../../charts/Chart.tsx';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { ChartTable } from '../../../charts/ChartTable.tsx';
import { barOption } from '../../../charts/category/bar-option.ts';
import { ClassLegend } from '../../../charts/rose/ClassLegend.tsx';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { formatPercent } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { useClassEntries } from './use-class-entries.ts';

interface LevelSharesCardProps {
  title: string;
  note: string;
  /** Each site in the period and in the one that it is compared with; labels stand on the axis, names in the table. */
  rows: readonly (Pick<LevelShares['sites'][number], 'counts' | 'dropped' | 'running' | 'flags'> & {
    label: string;
    name: string;
  })[];
  counted: LevelShares['counted'];
  steps: readonly LevelStep[];
  format: (value: number) => string;
}

const rowHeight = 34;

/** How much of the period each site spends in which level, as one bar a site. */
export function LevelSharesCard({ title, note, rows, counted, steps, format }: LevelSharesCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const look = useChartLook();
  const entries = useClassEntries(steps, format);
  const totals = useMemo(() => rows.map(({ counts }) => counts.reduce((sum, one) => sum + one, 0)), [rows]);
  const option = useMemo(() => {
    const percent = (share: number) => formatPercent(share, 0, language);
    const share = (row: number, level: number) =>
      totals[row] ? (rows[row]?.counts[level] ?? 0) / totals[row] : 0;
    return barOption(
      {
        isLying: true,
        width: '60%',
        categories: rows.map(({ label }) => label),
        hasAllLabels: true,
        unit: '',
        range: { min: 0, max: 1, step: 0.25 },
        formatTick: percent,
        parts: steps.map(({ fill, name }, level) => ({
          name,
          colour: fill,
          values: rows.map((_, row) => share(row, level)),
        })),
        describe: (row) => ({
          title: rows[row]?.name ?? '',
          rows: steps
            .map(({ fill, name }, level) => ({
              name,
              colour: fill,
              text: `${percent(share(row, level))} (${rows[row]?.counts[level] ?? 0})`,
            }))
            .filter((_, level) => (rows[row]?.counts[level] ?? 0) > 0),
        }),
      },
      look,
    );
  }, [rows, totals, steps, language, look]);
  const [count, dropped] = [sum(totals), sum(rows.map((row) => row.dropped))];
  const running = sum(rows.map((row) => row.running));
  const isHour = counted === 'hour';
  return (
    <ChartCard
      title={title}
      flags={rows.map(({ name, flags }) => (
        <FlagCount key={name} flags={flags} subject={name} name={name} isWordy />
      ))}
      note={note}
      facts={[
        t(`analysis.distribution.${isHour ? 'hours' : 'days'}`, { count }),
        ...(dropped > 0
          ? [t(`analysis.distribution.${isHour ? 'droppedHours' : 'droppedDays'}`, { count: dropped })]
          : []),
        ...(running > 0 ? [t(`analysis.running.${counted}`, { count: running })] : []),
      ]}
    >
      <Chart
        option={option}
        label={title}
        height={rows.length * rowHeight + 40}
        empty={count === 0 ? t('analysis.distribution.none') : undefined}
      >
        {title}
      </Chart>
      <ClassLegend entries={entries} />
      <ChartTable
        head={[
          t('analysis.distribution.site'),
          ...entries.map(({ text }) => text),
          t('quality.flagged.title'),
        ]}
        rows={rows.map(({ name, counts, flags }, n) => [
          name,
          ...counts.map((one) => {
            const total = totals[n] ?? 0;
            return total === 0 ? '0' : `${one} (${formatPercent(one / total, 0, language)})`;
          }),
          flags ? <FlagCount key={name} flags={flags} subject={name} /> : 0,
        ])}
      />
    </ChartCard>
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
