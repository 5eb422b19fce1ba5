import { theme } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { ChartTable } from '../../../charts/ChartTable.tsx';
import { barOption } from '../../../charts/category/bar-option.ts';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { roundRange } from '../../../charts/value-range.ts';
import { phoneQuery, useMedia } from '../../../ui/use-media.ts';

interface CountedRow {
  name: string;
  count: number;
  colour?: string;
  /** How long these alarms lasted altogether. */
  duration?: string;
}

interface CountChartProps {
  name: 'severity' | 'hour' | 'site' | 'rule' | 'type';
  rows: readonly CountedRow[];
  note?: string;
  isUpright?: boolean;
}

const mostBars = 10;
/** Two lines of a label are as high as a bar with its margins. */
const barHeight = 32;
const labelWidth = { wide: 176, narrow: 132 };

/** The number of alarms by something, as bars and as a table. */
export function CountChart({ name, rows, note, isUpright = false }: CountChartProps) {
  const { t } = useTranslation();
  const look = useChartLook();
  const isNarrow = useMedia(phoneQuery);
  const { token } = theme.useToken();
  const title = t(`alarm.statistics.by.${name}`);
  const countName = t('alarm.statistics.count');
  const colour = token.colorInfo;
  const option = useMemo(() => {
    const shown = isUpright ? rows : rows.slice(0, mostBars);
    const values = shown.map(({ count }) => count);
    return barOption(
      {
        parts: [{ name: countName, colour, values, colours: shown.map((row) => row.colour ?? colour) }],
        width: '60%',
        categories: shown.map((row) => row.name),
        unit: '',
        range: roundRange(values, 0, true),
        formatTick: String,
        isLying: !isUpright,
        labelWidth: isNarrow ? labelWidth.narrow : labelWidth.wide,
        wrapsLabels: true,
        hasAllLabels: !isUpright,
        describe: (at) => ({
          title: shown[at]?.name ?? '',
          rows: [
            {
              name: countName,
              colour: shown[at]?.colour ?? colour,
              text: String(shown[at]?.count ?? 0),
            },
          ],
        }),
      },
      look,
    );
  }, [rows, isUpright, isNarrow, countName, colour, look]);
  const hasDuration = rows.some(({ duration }) => duration !== undefined);
  const height = isUpright ? 220 : 44 + barHeight * Math.min(rows.length, mostBars);
  return (
    <ChartCard title={title} {...(note && { note })}>
      <Chart option={option} label={title} height={height}>
        {title}
      </Chart>
      <ChartTable
        head={[title, countName, ...(hasDuration ? [t('alarm.statistics.duration')] : [])]}
        rows={rows.map((row) => [row.name, row.count, ...(hasDuration ? [row.duration ?? ''] : [])])}
      />
    </ChartCard>
  );
}
