import { expect, it } from 'vitest';
import { fitBounds } from './fit-bounds.ts';
import { toWorld } from './mercator.ts';

const none = { top: 0, right: 0, bottom: 0, left: 0 };
const size = { width: 1024, height: 512 };

it('shows the whole world in a map of its size', () => {
  const { center, zoom } = fitBounds([-180, -60, 180, 60], { size, padding: none, maxZoom: 18 });
  expect(zoom).toBeCloseTo(1);
  expect(center[0]).toBeCloseTo(0);
  expect(center[1]).toBeCloseTo(0);
});

it('puts an area into the uncovered part', () => {
  const padding = { top: 10, right: 400, bottom: 10, left: 100 };
  const { center, zoom } = fitBounds([116, 39.7, 116.8, 40.1], { size, padding, maxZoom: 18 });
  const pixels = 512 * 2 ** zoom;
  const screenX = (longitude: number) =>
    size.width / 2 + (toWorld([longitude, 0])[0] - toWorld(center)[0]) * pixels;
  expect(screenX(116)).toBeGreaterThanOrEqual(99.9);
  expect(screenX(116.8)).toBeLessThanOrEqual(624.1);
});

it('does not zoom into a single point without end', () => {
  expect(fitBounds([5, 45, 5, 45], { size, padding: none, maxZoom: 12 })).toEqual({
    center: [expect.closeTo(5), expect.closeTo(45)],
    zoom: 12,
  });
});
