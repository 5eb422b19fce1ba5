import type { LevelStep } from '../../air/level.ts';
import { frameChart } from '../chart-frame.ts';
import type { ChartOption } from '../chart-option.ts';
import { drawTip } from '../draw-tip.ts';
import { tooltipLook } from '../tip-look.ts';
import type { ChartLook } from '../use-chart-look.ts';
import type { CategoryTip } from './category-frame.ts';

interface HeatFacts {
  /** The columns from the left, and the rows from the bottom. */
  columns: readonly string[];
  rows: readonly string[];
  cells: readonly { column: number; row: number; value: number }[];
  steps: readonly Pick<LevelStep, 'upTo' | 'fill'>[];
  describe: (column: number, row: number) => CategoryTip;
}

/** With more columns than these, outlines would hide the colours. */
const maxOutlined = 62;

/** Values in the cells of a grid, coloured by step. */
export function heatOption(
  { columns, rows, cells, steps, describe }: HeatFacts,
  look: ChartLook,
): ChartOption {
  const axis = (data: readonly string[]) => ({
    type: 'category' as const,
    data: [...data],
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { color: look.inkSoft, fontSize: 12 * look.scale, fontFamily: look.font, hideOverlap: true },
    splitArea: { show: false },
  });
  return {
    ...frameChart(look, { top: 8, bottom: 0 }),
    xAxis: axis(columns),
    yAxis: axis(rows),
    visualMap: {
      type: 'piecewise',
      show: false,
      pieces: steps.map(({ upTo, fill }, n) => ({
        ...(n > 0 && { gt: steps[n - 1]?.upTo ?? undefined }),
        ...(upTo !== null && { lte: upTo }),
        color: fill,
      })),
    },
    tooltip: {
      ...tooltipLook(look),
      trigger: 'item',
      formatter: (shown) => {
        const cell = cells[Number([shown].flat()[0]?.dataIndex ?? -1)];
        if (!cell) return '';
        const { title, rows: lines } = describe(cell.column, cell.row);
        return drawTip(title, lines);
      },
    },
    series: [
      {
        type: 'heatmap',
        data: cells.map(({ column, row, value }) => [column, row, value]),
        progressive: 0,
        itemStyle: { borderColor: look.surface, borderWidth: columns.length > maxOutlined ? 0 : look.scale },
        emphasis: { itemStyle: { borderColor: look.ink, borderWidth: 1 } },
      },
    ],
  };
}
