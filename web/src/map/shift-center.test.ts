import { expect, it } from 'vitest';
import { toWorld } from './mercator.ts';
import { shiftCenter } from './shift-center.ts';

const lyon = [4.83, 45.75] as const;

it('keeps the centre for no padding or equal padding on both sides', () => {
  for (const padding of [{}, { top: 48, bottom: 48, left: 300, right: 300 }]) {
    const [longitude, latitude] = shiftCenter(lyon, 9, padding);
    expect(longitude).toBeCloseTo(lyon[0], 9);
    expect(latitude).toBeCloseTo(lyon[1], 9);
  }
});

it('centres a place in the uncovered part of the map, to the pixel', () => {
  const zoom = 8.5;
  const center = shiftCenter(lyon, zoom, { left: 368, right: 48, top: 24, bottom: 424 });
  const size = 512 * 2 ** zoom;
  const [x, y] = toWorld(lyon);
  const [middleX, middleY] = toWorld(center);
  expect((x - middleX) * size).toBeCloseTo(160, 6);
  expect((y - middleY) * size).toBeCloseTo(-200, 6);
});
