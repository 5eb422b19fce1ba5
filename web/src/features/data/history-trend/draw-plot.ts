import type { ChartLook } from '../../../charts/use-chart-look.ts';
import {
  type BandColumns,
  eachCorner,
  eachLoosePoint,
  listBandColumns,
  type PlotScale,
} from './plot-pixels.ts';
import type { TrendLine } from './trend-line.ts';

interface PlotStyle {
  look: ChartLook;
  /** Pixels of the screen for each pixel of the page. */
  density: number;
  /** While a gesture moves the plot, lines are as thin as possible: those are drawn several times faster. */
  isMoving: boolean;
}

/** More lines than these are thinner, with paler bands: they hide each other less. */
const mostWide = 4;

/** Draws bands, lines and points straight to a canvas: the chart library takes too long for tens of thousands of points. */
export function drawPlot(
  context: CanvasRenderingContext2D,
  lines: readonly TrendLine[],
  scale: PlotScale,
  style: PlotStyle,
): void {
  context.clearRect(0, 0, scale.width, scale.height);
  context.lineJoin = 'bevel';
  const opacity = lines.length > mostWide ? 0.12 : 0.25;
  for (const line of lines) if (line.data.low && !line.isCompared) fillBand(context, line, scale, opacity);
  for (const line of lines) {
    context.strokeStyle = line.colour;
    context.fillStyle = line.colour;
    context.globalAlpha = line.isCompared ? 0.75 : 1;
    if (line.channel.dataType === 'direction') drawDots(context, line, scale, style);
    else strokeLine(context, line, scale, { ...style, isThin: lines.length > mostWide });
  }
  context.globalAlpha = 1;
  for (const line of lines) drawLoosePoints(context, line, scale, style);
}

function fillBand(
  context: CanvasRenderingContext2D,
  { data, colour }: TrendLine,
  scale: PlotScale,
  opacity: number,
): void {
  context.globalAlpha = opacity;
  context.fillStyle = colour;
  context.beginPath();
  traceBand(context, listBandColumns(data, scale));
  context.fill();
}

/** Adds the outlines of the band; edges along columns of pixels are filled much faster than slanted ones. */
function traceBand(context: CanvasRenderingContext2D, { top, bottom }: BandColumns): void {
  for (let from = 0, to = 0; from < top.length; from = to + 1) {
    for (to = from; to < top.length && !Number.isNaN(top[to]); to++);
    if (to === from) continue;
    context.moveTo(from, Math.floor(top[from] ?? 0));
    for (let column = from; column < to; column++) {
      const y = Math.floor(top[column] ?? 0);
      context.lineTo(column, y);
      context.lineTo(column + 1, y);
    }
    for (let column = to - 1; column >= from; column--) {
      const y = Math.ceil(bottom[column] ?? 0);
      context.lineTo(column + 1, y);
      context.lineTo(column, y);
    }
    context.closePath();
  }
}

function strokeLine(
  context: CanvasRenderingContext2D,
  { data, dash, isCompared, channel }: TrendLine,
  scale: PlotScale,
  { look, density, isMoving, isThin }: PlotStyle & { isThin: boolean },
): void {
  const size = look.scale * density;
  context.lineWidth = isMoving ? 1 : (isCompared || isThin ? 1 : 1.5) * size;
  context.setLineDash(typeof dash === 'string' ? [] : dash.map((length) => length * size));
  const isStepped = channel.dataType === 'enum' || channel.dataType === 'switch';
  let before = 0;
  context.beginPath();
  eachCorner(data, scale, (x, y, isStart) => {
    if (isStart) context.moveTo(x, y);
    else {
      // A state lasts until the next one.
      if (isStepped) context.lineTo(x, before);
      context.lineTo(x, y);
    }
    before = y;
  });
  context.stroke();
  context.setLineDash([]);
}

function drawDots(
  context: CanvasRenderingContext2D,
  { data }: TrendLine,
  scale: PlotScale,
  { look, density }: PlotStyle,
): void {
  const size = 3 * look.scale * density;
  eachCorner(data, scale, (x, y) => context.fillRect(x - size / 2, y - size / 2, size, size));
}

/** Means of too little data are hollow. */
function drawLoosePoints(
  context: CanvasRenderingContext2D,
  { data, colour, isCompared }: TrendLine,
  scale: PlotScale,
  { look, density }: PlotStyle,
): void {
  const few = new Set(!isCompared && 'few' in data ? data.few : []);
  const size = look.scale * density;
  context.strokeStyle = colour;
  context.lineWidth = 1.5 * size;
  eachLoosePoint(data, few, scale, (x, y, isFew) => {
    context.fillStyle = isFew ? look.surface : colour;
    context.beginPath();
    context.arc(x, y, (isFew ? 3 : 1.5) * size, 0, 2 * Math.PI);
    context.fill();
    if (isFew) context.stroke();
  });
}
