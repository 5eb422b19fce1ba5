import type { LongTermTrend } from '@limpid/contract/analysis/pollution-trend';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { ChartTable } from '../../../charts/ChartTable.tsx';
import { barOption } from '../../../charts/category/bar-option.ts';
import { ClassLegend } from '../../../charts/rose/ClassLegend.tsx';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { useChosenIndex } from '../../../query/channel/use-chosen-index.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { nameMonth } from './groups.ts';

const longestMonth = 31;

/** How many days of each level a month has. */
export function LevelDaysCard({ months }: Pick<LongTermTrend, 'months'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const look = useChartLook();
  const {
    scale: { steps },
    describe,
  } = useChosenIndex();
  const names = useMemo(() => months.map(({ month }) => nameMonth(month, language)), [months, language]);
  const parts = useMemo(
    () => [
      ...steps.map(({ fill, name }, level) => ({
        name,
        colour: fill,
        values: months.map(({ levels }) => levels[level] ?? 0),
      })),
      {
        name: t('analysis.trend.withoutIndex'),
        colour: look.line,
        values: months.map(({ withoutIndex }) => withoutIndex),
      },
    ],
    [steps, months, look.line, t],
  );
  const option = useMemo(
    () =>
      barOption(
        {
          parts,
          width: '70%',
          categories: names,
          unit: t('analysis.trend.dayCount'),
          range: { min: 0, max: longestMonth, step: 10 },
          // The axis ends with the longest month, whose label would touch the one of 30.
          formatTick: (value) => (value === longestMonth ? '' : String(value)),
          describe: (at) => ({
            title: names[at] ?? '',
            rows: parts
              .map(({ name, colour, values }) => ({ name, colour, text: String(values[at] ?? 0) }))
              .filter(({ text }) => text !== '0'),
          }),
        },
        look,
      ),
    [parts, names, look, t],
  );
  const title = t('analysis.trend.levelDays');
  return (
    <ChartCard title={title} note={t('analysis.trend.levelDaysNote', { index: describe('day') })}>
      <Chart
        option={option}
        label={title}
        height={220}
        empty={months.length === 0 ? t('analysis.trend.noMonths') : undefined}
      >
        {title}
      </Chart>
      <ClassLegend entries={parts.map(({ colour, name }) => ({ colour, text: name }))} />
      <ChartTable
        head={[t('analysis.trend.month'), ...parts.map(({ name }) => name)]}
        rows={months.map((_, n) => [names[n] ?? '', ...parts.map(({ values }) => values[n] ?? 0)])}
      />
    </ChartCard>
  );
}
