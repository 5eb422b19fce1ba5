import { expect, it } from 'vitest';
import { groupSites } from '../../../map/cluster-sites.ts';
import { clusterMaxZoom, clusterRadius, toWorld, worldPixels } from '../../../map/mercator.ts';
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
  expect(separateZoom(here, others as [number, number][], 1)).toBeCloseTo(zoom, 1);
});

it('measures across the date line', () => {
  expect(separateZoom([179.999, 0], [[-179.999, 0]], 1)).toBeCloseTo(14.46, 1);
});

const metresPerDegree = 85_400;
const distances = [80, 470, 600, 1200, 2400, 20_000];
const scales = [1, 1.25, 2];

it.each(distances.flatMap((metres) => scales.map((scale) => [metres, scale] as const)))(
  'never stops inside a cluster: a neighbour %d m away at scale %d',
  (metres, scale) => {
    const neighbour = [here[0] + metres / metresPerDegree, here[1]] as const;
    const zoom = separateZoom(here, [neighbour], scale);
    // Maps cluster at whole zooms.
    const whole = Math.floor(zoom);
    const reach = whole > clusterMaxZoom ? 0 : (clusterRadius * scale) / (worldPixels * 2 ** whole);
    const look = { name: '', fill: '', ink: '', text: '', weight: 0 };
    const sites = [here, neighbour].map((position, id) => ({ ...look, id, position }));
    expect(groupSites(sites, ({ position }) => toWorld(position), reach)).toHaveLength(2);
  },
);

it('keeps larger markers apart too', () => {
  expect(separateZoom(here, [[116.401, 39.9]], 2)).toBeCloseTo(16.46, 1);
});
