import { expect, it } from 'vitest';
import { isInBounds, reachPixels } from './reach.ts';

it('a reach is drawn true to scale at every zoom and latitude', () => {
  // 512 px for the equator at zoom 0: 78,271.5 m a pixel.
  expect(reachPixels(78_271.5, 0, 0)).toBeCloseTo(1, 4);
  expect(reachPixels(60, 0, 16)).toBeCloseTo(50.24, 1);
  expect(reachPixels(60, 60, 16)).toBeCloseTo(100.47, 1);
});

it('a place at the edge is within', () => {
  expect(isInBounds([1, 1], [1, 1, 2, 2])).toBe(true);
  expect(isInBounds([0.9, 1], [1, 1, 2, 2])).toBe(false);
});
