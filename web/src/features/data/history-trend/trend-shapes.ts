import type { TrendMarker } from '@limpid/contract/data/trend';
import type { CustomSeriesOption, LineSeriesOption } from 'echarts/charts';
import { drawEndLabel, type EndLabels } from '../../../charts/end-label.ts';
import type { ChartLook } from '../../../charts/use-chart-look.ts';
import { endOfPoint, type TrendLine } from './trend-line.ts';

/** The indices of the axes that a shape belongs to. */
export interface ShapeAxes {
  xAxisIndex: number;
  yAxisIndex: number;
}

export function drawTrendLine(
  { data, colour, dash, isCompared, channel, label }: TrendLine,
  axes: ShapeAxes,
  look: ChartLook,
  labels: EndLabels | undefined,
): LineSeriesOption {
  const isDotted = channel.dataType === 'direction';
  return {
    type: 'line',
    ...axes,
    dimensions: ['moment', 'value'],
    // The library accepts typed arrays, its type does not.
    data: packPoints(data) as unknown as NonNullable<LineSeriesOption['data']>,
    color: colour,
    connectNulls: false,
    silent: true,
    symbol: isDotted ? 'circle' : 'none',
    symbolSize: 3 * look.scale,
    showAllSymbol: isDotted,
    ...((channel.dataType === 'enum' || channel.dataType === 'switch') && { step: 'end' }),
    lineStyle: {
      width: isDotted ? 0 : (isCompared ? 1 : 1.5) * look.scale,
      type: typeof dash === 'string' ? dash : dash.map((length) => length * look.scale),
      opacity: isCompared ? 0.75 : 1,
    },
    ...(isCompared && { itemStyle: { opacity: 0.5 } }),
    ...(labels && !isCompared && drawEndLabel({ name: label, colour }, labels, look)),
  };
}

/** Moments and values in turn: the chart copies lists point by point, but not typed arrays. */
function packPoints({ ts, values }: TrendLine['data']): Float64Array {
  const packed = new Float64Array(2 * ts.length);
  for (const [place, moment] of ts.entries()) {
    packed[2 * place] = moment;
    packed[2 * place + 1] = values[place] ?? Number.NaN;
  }
  return packed;
}

type BandPoint = [moment: number, low: number, high: number];

/** The space between the lowest and highest values of a thinned line, in pieces without gaps. */
export function drawBand({ data, colour }: TrendLine, axes: ShapeAxes): CustomSeriesOption[] {
  const pieces = listPieces(data);
  if (pieces.length === 0) return [];
  return [
    {
      type: 'custom',
      ...axes,
      silent: true,
      clip: true,
      tooltip: { show: false },
      z: 1,
      data: pieces.map(([first]) => [first?.[0] ?? 0, first?.[1] ?? 0]),
      renderItem: ({ dataIndex }, { coord }) => {
        const piece = pieces[dataIndex] ?? [];
        const upper = piece.map(([moment, , high]) => coord([moment, high]));
        const lower = piece.map(([moment, low]) => coord([moment, low]));
        return {
          type: 'polygon',
          shape: { points: [...upper, ...lower.toReversed()] },
          style: { fill: colour, opacity: 0.25 },
        };
      },
    },
  ];
}

function listPieces(data: TrendLine['data']): BandPoint[][] {
  const { ts, low, high } = data;
  const pieces: BandPoint[][] = [];
  let piece: BandPoint[] = [];
  for (const [place, moment] of ts.entries()) {
    const [least = null, most = null] = [low?.[place], high?.[place]];
    if (least === null || most === null) piece = [];
    else {
      // The band of a single point is as wide as the point.
      const end: BandPoint = [endOfPoint(data, place), least, most];
      if (piece.length === 0) pieces.push((piece = [[moment, least, most], end]));
      else piece.splice(-1, 1, [moment, least, most], end);
    }
  }
  return pieces;
}

/** Points that a line alone does not show: means of too little data (hollow), and values between two gaps. */
export function drawPoints({ data, colour, isCompared }: TrendLine, axes: ShapeAxes, look: ChartLook) {
  const few = new Set(!isCompared && 'few' in data ? data.few : []);
  const valueAt = (place: number) => data.values[place] ?? null;
  const points = data.ts.flatMap((moment, place) => {
    const value = valueAt(place);
    if (value === null) return [];
    if (few.has(moment))
      return {
        value: [moment, value],
        symbolSize: 6 * look.scale,
        itemStyle: { color: look.surface, borderColor: colour, borderWidth: 1.5 * look.scale },
      };
    const isAlone = valueAt(place - 1) === null && valueAt(place + 1) === null;
    return isAlone ? { value: [moment, value], symbolSize: 3 * look.scale } : [];
  });
  return points.length === 0 ? [] : [drawSymbols(points, axes, colour, 'circle')];
}

const flags: Record<TrendMarker['kind'], string> = {
  correction: 'path://M0,0 L1,0 L10,4 L1,8 L1,16 L0,16 Z',
  calibration: 'path://M0,0 L10,0 L10,8 L1,8 L1,16 L0,16 Z',
};

/** Flags at the upper edge, whose poles stand on the moments of markers: pennants for corrections, squares for calibrations. */
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
