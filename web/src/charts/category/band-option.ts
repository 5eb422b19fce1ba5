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
  const range = roundRange(listAxisValues(lines), decimals, isFromZero);
  return {
    ...frameCategories({ ...frame, range }, look),
    series: [...lines.flatMap((line, n) => drawBand(line, n)), ...lines.map((line) => drawLine(line, look))],
  };
}

/** How far an axis reaches beyond its lines for their bands, as a multiple of the highest distance between lines and zero. */
const bandReach = 1;

/** The values that the axis holds: bands of a few values are so wide that they end at its edge, or lines would be flat. */
function listAxisValues(lines: readonly BandLine[]): number[] {
  const values = lines.flatMap(({ values: own }) => own.filter((value) => value !== null));
  const reach = bandReach * values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const [lowest, highest] = [Math.min(...values) - reach, Math.max(...values) + reach];
  const bands = lines.flatMap(({ band }) => [...(band?.low ?? []), ...(band?.high ?? [])]);
  return [
    ...values,
    ...bands.flatMap((value) => (value === null ? [] : Math.min(Math.max(value, lowest), highest))),
  ];
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
