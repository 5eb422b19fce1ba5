import type { ChartOption } from '../chart-option.ts';
import type { ChartLook } from '../use-chart-look.ts';
import { roundRange } from '../value-range.ts';
import { type CategoryFrame, frameCategories } from './category-frame.ts';

/** A line over categories, with a band around it on request. */
export interface BandLine {
  name: string;
  colour: string;
  /** A null breaks the line. */
  values: readonly (number | null)[];
  band?: { low: readonly (number | null)[]; high: readonly (number | null)[] };
  isDashed?: boolean;
  /** Draws points only, without a line between them. */
  isDotted?: boolean;
  /** Positions of points that are drawn hollow. */
  hollow?: readonly number[];
}

interface BandFacts extends Omit<CategoryFrame, 'range'> {
  lines: readonly BandLine[];
  decimals: number;
  isFromZero: boolean;
}

const bandOpacity = 0.18;

/** Lines over categories with the bands of their confidence intervals. */
export function bandOption(
  { lines, decimals, isFromZero, ...frame }: BandFacts,
  look: ChartLook,
): ChartOption {
  const values = lines
    .flatMap(({ values: own, band }) => [...own, ...(band?.low ?? []), ...(band?.high ?? [])])
    .filter((value) => value !== null);
  const range = roundRange(values, decimals, isFromZero);
  return {
    ...frameCategories({ ...frame, range }, look),
    series: [...lines.flatMap((line, n) => drawBand(line, n)), ...lines.map((line) => drawLine(line, look))],
  };
}

/** The band is a filled line stacked on an invisible one. */
function drawBand({ band, colour }: BandLine, place: number) {
  if (!band) return [];
  const common = {
    type: 'line' as const,
    stack: `band${place}`,
    stackStrategy: 'all' as const,
    symbol: 'none',
    lineStyle: { width: 0 },
    silent: true,
  };
  const heights = band.high.map((high, n) => {
    const low = band.low[n] ?? null;
    return high === null || low === null ? null : high - low;
  });
  return [
    { ...common, data: band.low.map((low, n) => (heights[n] === null ? null : low)) },
    { ...common, data: heights, areaStyle: { color: colour, opacity: bandOpacity } },
  ];
}

function drawLine({ name, colour, values, isDashed, isDotted, hollow = [] }: BandLine, look: ChartLook) {
  const marked = new Set(hollow);
  // The library's own hollow symbols are white, also on a dark background.
  const hollowStyle = { color: look.surface, borderColor: colour, borderWidth: 1.5 * look.scale };
  const isAlone = (at: number) => (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;
  return {
    type: 'line' as const,
    name,
    data: values.map((value, n) => (marked.has(n) ? { value, itemStyle: hollowStyle } : value)),
    connectNulls: false,
    color: colour,
    lineStyle: {
      width: isDotted ? 0 : 1.5 * look.scale,
      type: isDashed ? ('dashed' as const) : ('solid' as const),
    },
    symbol: 'circle',
    symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => {
      if (marked.has(dataIndex)) return 6 * look.scale;
      return isDotted || isAlone(dataIndex) ? 4 * look.scale : 0;
    },
    showAllSymbol: true,
    silent: true,
  };
}
