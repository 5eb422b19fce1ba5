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
  /** Cells with a sign, also without a value; not drawn in narrow columns. */
  marked: readonly { column: number; row: number }[];
  sign: string;
  steps: readonly Pick<LevelStep, 'upTo' | 'fill'>[];
  describe: (column: number, row: number) => CategoryTip & { notes?: readonly string[] };
}

/** With more columns than these, outlines would hide the colours. */
const maxOutlined = 62;

/** Values in the cells of a grid, coloured by step. */
export function heatOption(
  { columns, rows, cells, marked, sign, steps, describe }: HeatFacts,
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
      seriesIndex: 0,
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
        const [item] = [shown].flat();
        const cell = (item?.seriesIndex === 1 ? marked : cells)[Number(item?.dataIndex ?? -1)];
        if (!cell) return '';
        const { title, rows: lines, notes } = describe(cell.column, cell.row);
        return drawTip(title, lines, notes);
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
      {
        type: 'scatter',
        data: columns.length > maxOutlined ? [] : marked.map(({ column, row }) => [column, row]),
        symbolSize: 12 * look.scale,
        itemStyle: { color: 'transparent' },
        label: {
          show: true,
          formatter: sign,
          color: look.ink,
          backgroundColor: look.surface,
          borderRadius: 3 * look.scale,
          padding: [0, 2 * look.scale],
          fontSize: 11 * look.scale,
        },
      },
    ],
  };
}
