import { interpolate, type SurfaceGrid, type SurfacePoint } from './interpolate.ts';
import { type ColourStep, paintSurface, type SurfaceTheme } from './paint.ts';
import { refineSurface } from './refine.ts';

export interface SurfaceTask {
  points: readonly SurfacePoint[];
  grid: SurfaceGrid;
  steps: readonly ColourStep[];
  theme: SurfaceTheme;
}

export interface SurfaceDone {
  pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** Runs in a worker: ten thousand sites take a third of a second. */
self.onmessage = ({ data: { points, grid, steps, theme } }: MessageEvent<SurfaceTask>) => {
  const pixels = paintSurface(refineSurface(interpolate(points, grid), grid), steps, theme);
  const done: SurfaceDone = { pixels };
  self.postMessage(done, { transfer: [pixels.buffer] });
};
