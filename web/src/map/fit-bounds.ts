import type { Bounds, Padding, ViewState } from './map.ts';
import { fromWorld, toWorld, worldPixels } from './mercator.ts';
import { shiftCenter } from './shift-center.ts';

interface FitOptions {
  size: { width: number; height: number };
  padding: Padding;
  /** Not closer than this, for instance around a single point. */
  maxZoom: number;
}

/** The view that shows an area in the uncovered part of a map, for maps that are not open yet. */
export function fitBounds(
  [west, south, east, north]: Bounds,
  { size, padding, maxZoom }: FitOptions,
): ViewState {
  const [left, bottom] = toWorld([west, south]);
  const [right, top] = toWorld([east, north]);
  const free = {
    width: Math.max(1, size.width - padding.left - padding.right),
    height: Math.max(1, size.height - padding.top - padding.bottom),
  };
  const scale = Math.min(free.width / (right - left), free.height / (bottom - top)) / worldPixels;
  const zoom = Math.max(0, Math.min(maxZoom, Math.log2(scale)));
  return { center: shiftCenter(fromWorld((left + right) / 2, (top + bottom) / 2), zoom, padding), zoom };
}
