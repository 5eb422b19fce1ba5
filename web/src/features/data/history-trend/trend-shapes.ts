import type { TrendMarker } from '@limpid/contract/data/trend';
import type { CustomSeriesOption, LineSeriesOption } from 'echarts/charts';
import type { EndLabels } from '../../../charts/end-label.ts';
import type { ChartLook } from '../../../charts/use-chart-look.ts';
import { drawPlot } from './draw-plot.ts';
import { findVisible, type PlotScale, spreadLabels } from './plot-pixels.ts';
import type { TrendLine } from './trend-line.ts';
import type { TrendAxis } from './trend-panels.ts';

type CustomElementOption = Exclude<
  ReturnType<NonNullable<CustomSeriesOption['renderItem']>>,
  undefined | null
>;

/** The indices of the axes that a shape belongs to. */
export interface ShapeAxes {
  xAxisIndex: number;
  yAxisIndex: number;
}

interface PlotFacts {
  from: number;
  to: number;
  /** Pixels of the screen for each pixel of the page; those of the screen by default. */
  density?: number | undefined;
  labels: EndLabels | undefined;
}

/** One canvas image with all lines of an axis, and the labels of all axes that are given. It is redrawn when the axes change. */
export function drawLines(
  { lines, range }: TrendAxis,
  labelled: readonly TrendAxis[],
  facts: PlotFacts,
  axes: ShapeAxes,
  look: ChartLook,
): CustomSeriesOption {
  const canvas = document.createElement('canvas');
  return {
    type: 'custom',
    ...axes,
    silent: true,
    z: 3,
    tooltip: { show: false },
    data: [[facts.from, range.min]],
    renderItem: ({ coordSys }, api) => {
      // The library's type of the plot's position is empty.
      const { x, y, width, height } = coordSys as unknown as Record<'x' | 'y' | 'width' | 'height', number>;
      const shown = findShownRange(
        facts,
        [api.coord([facts.from, 0])[0] ?? 0, api.coord([facts.to, 0])[0] ?? 0],
        [x, x + width],
      );
      const density = facts.density ?? api.getDevicePixelRatio();
      canvas.width = Math.max(1, Math.round(width * density));
      canvas.height = Math.max(1, Math.round(height * density));
      const scale = { ...shown, min: range.min, max: range.max, width: canvas.width, height: canvas.height };
      const isMoving = shown.from !== facts.from || shown.to !== facts.to;
      const context = canvas.getContext('2d');
      if (context) drawPlot(context, lines, scale, { look, density, isMoving });
      const picture = { type: 'image' as const, style: { image: canvas, x, y, width, height } };
      return {
        type: 'group',
        children: [
          picture,
          ...drawEndLabels(labelled, { ...scale, height }, [x + width, y], facts.labels, look),
        ],
      };
    },
  };
}

/** The range of time between the edges of a plot, from the positions of two moments. */
function findShownRange(
  { from, to }: { from: number; to: number },
  [fromX, toX]: readonly [number, number],
  [left, right]: readonly [number, number],
): { from: number; to: number } {
  // Rounding must not make a plot at rest look as if it moved.
  const isAt = (one: number, other: number) => Math.abs(one - other) < 0.01;
  if (isAt(fromX, left) && isAt(toX, right)) return { from, to };
  const perPixel = (to - from) / (toX - fromX);
  return { from: from + (left - fromX) * perPixel, to: to + (right - toX) * perPixel };
}

/** The names of lines beside their last values, moved apart where they would overlap, also with those of another axis. */
function drawEndLabels(
  axes: readonly TrendAxis[],
  scale: PlotScale,
  [right, top]: readonly [number, number],
  labels: EndLabels | undefined,
  look: ChartLook,
): CustomElementOption[] {
  if (!labels) return [];
  const { height } = scale;
  const named = axes.flatMap(({ lines, range: { min, max } }) =>
    lines.flatMap((line) => {
      const value = line.isCompared ? undefined : findLastValue(line.data, scale);
      return value === undefined ? [] : [{ line, y: (1 - (value - min) / (max - min)) * height }];
    }),
  );
  const places = spreadLabels(
    named.map(({ y }) => y),
    15 * look.scale,
    height,
  );
  return named.map(({ line: { label, colour } }, index) => ({
    type: 'text',
    style: {
      text: label,
      x: right + labels.distance,
      y: top + (places[index] ?? 0),
      fill: colour,
      fontSize: 12 * look.scale,
      fontFamily: look.font,
      verticalAlign: 'middle',
      width: labels.width,
      overflow: 'truncate',
    },
  }));
}

function findLastValue({ ts, values }: TrendLine['data'], { from, to }: PlotScale): number | undefined {
  const [first, end] = findVisible(ts, from, to);
  return values.slice(first, end).findLast((value) => value !== null) ?? undefined;
}

/** An invisible line with a moment for every other pixel: the cross-hair and the tooltip need points to stop at. */
export function makePointerTrack(
  { from, to, width }: { from: number; to: number; width: number },
  { range }: TrendAxis,
  axes: ShapeAxes,
): LineSeriesOption {
  const count = Math.max(2, Math.round(width / 2));
  const moments = Array.from({ length: count }, (_, n) => from + (n / (count - 1)) * (to - from));
  return {
    type: 'line',
    ...axes,
    data: moments.map((moment) => [moment, range.min]),
    symbol: 'none',
    lineStyle: { width: 0 },
    silent: true,
  };
}

const flags: Record<TrendMarker['kind'], string> = {
  correction: 'path://M0,0 L1,0 L10,4 L1,8 L1,16 L0,16 Z',
  calibration: 'path://M0,0 L10,0 L10,8 L1,8 L1,16 L0,16 Z',
  flag: 'path://M0,0 L10,0 L6,4 L10,8 L1,8 L1,16 L0,16 Z',
};

/** Flags at the upper edge, whose poles stand on the moments of markers: pennants for corrections, squares for
 * calibrations, swallowtails for flags of data rules. */
export function drawFlags(
  markers: readonly Pick<TrendMarker, 'kind' | 'from'>[],
  axes: ShapeAxes,
  edge: number,
  look: ChartLook,
): LineSeriesOption[] {
  if (markers.length === 0) return [];
  const size = [10 * look.scale, 16 * look.scale];
  const points = markers.map(({ kind, from }) => ({
    value: [from, edge],
    symbol: flags[kind],
    symbolSize: size,
    symbolOffset: ['50%', '50%'],
  }));
  return [drawSymbols(points, axes, look.ink, flags.correction)];
}

function drawSymbols(
  data: NonNullable<LineSeriesOption['data']>,
  axes: ShapeAxes,
  colour: string,
  symbol: string,
): LineSeriesOption {
  return {
    type: 'line',
    ...axes,
    data,
    color: colour,
    symbol,
    showAllSymbol: true,
    lineStyle: { width: 0 },
    silent: true,
    tooltip: { show: false },
    z: 4,
  };
}
