import { frameChart } from '../chart-frame.ts';
import type { ChartOption } from '../chart-option.ts';
import { drawTip } from '../draw-tip.ts';
import { tooltipLook } from '../tip-look.ts';
import type { ChartLook } from '../use-chart-look.ts';
import { roundRange } from '../value-range.ts';
import { valueAxis } from './value-axes.ts';

export interface ScatterFacts {
  /** Notes are below the values in the tooltip; a point that has some is a ring. */
  points: readonly { x: number; y: number; title: string; notes?: readonly string[] }[];
  /** The fitted line; null if there is none. */
  line: { slope: number; intercept: number } | null;
  xName: string;
  yName: string;
  colour: string;
  decimals: number;
  isFromZero: boolean;
  format: (value: number) => string;
  formatWithUnit: (value: number) => string;
}

/** Points with their line of least squares and the line of equal values; both axes have one scale. */
export function scatterOption(facts: ScatterFacts, look: ChartLook): ChartOption {
  const { points, line, xName, yName, colour, formatWithUnit } = facts;
  const range = roundRange(
    points.flatMap(({ x, y }) => [x, y]),
    facts.decimals,
    facts.isFromZero,
  );
  const axis = valueAxis(range, facts, look);
  const xs = points.map(({ x }) => x);
  const drawLine = (from: number, to: number, at: (x: number) => number, isDashed: boolean) => ({
    type: 'line' as const,
    data: [from, to].map((x) => [x, at(x)]),
    symbol: 'none',
    silent: true,
    color: look.ink,
    lineStyle: {
      width: (isDashed ? 1 : 1.5) * look.scale,
      type: isDashed ? ('dashed' as const) : ('solid' as const),
      opacity: isDashed ? 0.5 : 1,
    },
    z: 3,
  });
  const [lowest, highest] = [xs.reduce(smaller, range.max), xs.reduce(larger, range.min)];
  return {
    ...frameChart(look, { top: 26, bottom: 20 }),
    xAxis: {
      ...axis,
      name: xName,
      nameLocation: 'middle',
      nameGap: 24 * look.scale,
      nameTextStyle: { ...axis.nameTextStyle, align: 'center' },
    },
    yAxis: { ...axis, name: yName },
    tooltip: {
      ...tooltipLook(look),
      trigger: 'item',
      formatter: (shown) => {
        const point = points[[shown].flat()[0]?.dataIndex ?? -1];
        if (!point) return '';
        const rows = [
          { name: xName, colour, text: formatWithUnit(point.x) },
          { name: yName, colour, text: formatWithUnit(point.y) },
        ];
        return drawTip(point.title, rows, point.notes);
      },
    },
    series: [
      {
        type: 'scatter' as const,
        data: points.map(({ x, y, notes = [] }) =>
          notes.length > 0 ? { value: [x, y], ...drawRing(colour, look) } : [x, y],
        ),
        symbolSize: 5 * look.scale,
        itemStyle: { color: colour, opacity: 0.45 },
      },
      drawLine(range.min, range.max, (x) => x, true),
      ...(line ? [drawLine(lowest, highest, (x) => line.intercept + line.slope * x, false)] : []),
    ],
  };
}

/** The mark of a value that has a note. */
export const drawRing = (colour: string, look: ChartLook) => ({
  symbol: 'circle',
  symbolSize: 9 * look.scale,
  itemStyle: { color: 'transparent', borderColor: colour, borderWidth: 2 * look.scale, opacity: 1 },
});

const smaller = (a: number, b: number) => Math.min(a, b);
const larger = (a: number, b: number) => Math.max(a, b);
