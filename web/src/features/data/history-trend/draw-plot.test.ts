import { describe, expect, it } from 'vitest';
import type { ChartLook } from '../../../charts/use-chart-look.ts';
import { drawPlot } from './draw-plot.ts';
import type { TrendLine } from './trend-line.ts';

const scale = { from: 0, to: 100, min: 0, max: 100, width: 100, height: 100 };
const line = {
  colour: '#000000',
  dash: 'solid',
  isCompared: false,
  channel: { dataType: 'number' },
  data: { ts: [0, 50], values: [10, 10], low: [5, 5], high: [90, 10], step: 50 },
  summary: { loose: [] },
} as unknown as TrendLine;

/** Draws lines, and lists the opacity and the highest point of every stroke. */
function listStrokes(lines: TrendLine[]): [opacity: number, top: number][] {
  const strokes: [number, number][] = [];
  let top = Number.POSITIVE_INFINITY;
  const move = (_: number, y: number) => {
    top = Math.min(top, y);
  };
  const context = {
    globalAlpha: 1,
    clearRect: () => undefined,
    setLineDash: () => undefined,
    beginPath: () => {
      top = Number.POSITIVE_INFINITY;
    },
    moveTo: move,
    lineTo: move,
    stroke: () => strokes.push([context.globalAlpha, top]),
  };
  const style = { look: { scale: 1 } as ChartLook, density: 1, isMoving: false };
  drawPlot(context as unknown as CanvasRenderingContext2D, lines, scale, style);
  return strokes;
}

describe('a plot', () => {
  it('has a band up to the peak of each line, that of an earlier period more lightly', () => {
    expect(listStrokes([line, { ...line, isCompared: true }])).toEqual([
      [0.25, 10],
      [0.125, 10],
      [1, 90],
      [0.75, 90],
    ]);
  });
});
