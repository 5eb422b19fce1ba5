import type { ChartLook } from '../../../charts/use-chart-look.ts';
import { eachCorner, eachLoosePoint, findVisible, listBandColumns, type PlotScale } from './plot-pixels.ts';
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

/** Lines of more points than columns of pixels look wide by themselves, and wide strokes of them take ten times as long. */
function isDense({ data: { ts } }: TrendLine, { from, to, width }: PlotScale): boolean {
  const [first, end] = findVisible(ts, from, to);
  return end - first > width;
}

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
  for (const line of lines)
    if (line.data.low) fillBand(context, line, scale, line.isCompared ? opacity / 2 : opacity);
  for (const line of lines) {
    context.strokeStyle = line.colour;
    context.fillStyle = line.colour;
    context.globalAlpha = line.isCompared ? 0.75 : 1;
    if (line.channel.dataType === 'direction') drawDots(context, line, scale, style);
    else
      strokeLine(context, line, scale, { ...style, isThin: lines.length > mostWide || isDense(line, scale) });
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
  context.strokeStyle = colour;
  context.lineWidth = 1;
  const { top, bottom } = listBandColumns(data, scale);
  // Strokes along columns of pixels are drawn faster than the filled outline.
  context.beginPath();
  for (let column = 0; column < top.length; column++) {
    const [upper, lower] = [top[column] ?? Number.NaN, bottom[column] ?? Number.NaN];
    // Neither a gap nor a single value has a band.
    if (!(lower > upper)) continue;
    context.moveTo(column + 0.5, Math.floor(upper));
    context.lineTo(column + 0.5, Math.ceil(lower));
  }
  context.stroke();
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
  { data, colour, summary }: TrendLine,
  scale: PlotScale,
  { look, density }: PlotStyle,
): void {
  const size = look.scale * density;
  context.strokeStyle = colour;
  context.lineWidth = 1.5 * size;
  eachLoosePoint(data, summary.loose, scale, (x, y, isFew) => {
    context.fillStyle = isFew ? look.surface : colour;
    context.beginPath();
    context.arc(x, y, (isFew ? 3 : 1.5) * size, 0, 2 * Math.PI);
    context.fill();
    if (isFew) context.stroke();
  });
}
