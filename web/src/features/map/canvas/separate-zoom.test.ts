import { expect, it } from 'vitest';
import { separateZoom } from './separate-zoom.ts';

const here = [116.4, 39.9] as const;

it.each([
  ['no other site', [], 11],
  ['a neighbour 20 km away', [[116.6, 39.9]], 11],
  ['a neighbour 80 m away', [[116.401, 39.9]], 15.46],
  ['a neighbour across the street, 17 m away', [[116.4002, 39.9]], 17.78],
  ['an instrument on the same roof, 3 m away', [[116.40003, 39.9]], 18],
  ['an instrument on the same mast', [[116.40001, 39.9]], 11],
  [
    'one on the same mast and a neighbour 80 m away',
    [
      [116.40001, 39.9],
      [116.401, 39.9],
    ],
    15.46,
  ],
  ['other sites at the same point', [here, here], 11],
])('tells a site from its neighbours: %s', (_, others, zoom) => {
  expect(separateZoom(here, others as [number, number][])).toBeCloseTo(zoom, 1);
});

it('measures across the date line', () => {
  expect(separateZoom([179.999, 0], [[-179.999, 0]])).toBeCloseTo(14.46, 1);
});
