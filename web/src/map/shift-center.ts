import type { LngLat, Padding } from './map.ts';
import { fromWorld, toWorld, worldPixels } from './mercator.ts';

/**
 * The centre of a map that puts a place in the middle of the uncovered part. The engines' own padding either persists
 * afterwards or is ignored with reduced motion.
 */
export function shiftCenter(place: LngLat, zoom: number, padding: Partial<Padding> = {}): [number, number] {
  const { top = 0, right = 0, bottom = 0, left = 0 } = padding;
  const [aside, below] = [(left - right) / 2, (top - bottom) / 2];
  if (aside === 0 && below === 0) return [...place];
  const size = worldPixels * 2 ** zoom;
  const [x, y] = toWorld(place);
  return fromWorld(x - aside / size, y - below / size);
}
