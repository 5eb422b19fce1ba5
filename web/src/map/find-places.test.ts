import fc from 'fast-check';
import { expect, it } from 'vitest';
import { distanceKm } from './distance.ts';
import { findPlaces } from './find-places.ts';
import type { LngLat } from './map.ts';

const around = ([longitude, latitude]: LngLat, count: number): LngLat[] =>
  Array.from({ length: count }, (_, n) => [longitude + (n % 5) * 0.03, latitude + Math.floor(n / 5) * 0.03]);
const beijing: LngLat = [116.4, 39.9];
const lyon: LngLat = [4.84, 45.76];
const suva: LngLat = [179.99, -18.1];

it('finds towns, the one with most sites first', () => {
  const places = findPlaces([...around(lyon, 12), ...around(beijing, 20)], 5);
  expect(places.map(({ count }) => count)).toEqual([20, 12]);
  expect(distanceKm(places[0]?.center ?? lyon, beijing)).toBeLessThan(15);
  expect(places[1]?.bounds[0]).toBeCloseTo(4.84);
});

it('names the members of each place, also where the corners of two places overlap', () => {
  const town: LngLat[] = [
    [0, 0],
    [0.3, 0],
    [-0.3, 0],
    [0, 0.3],
    [0, -0.3],
  ];
  // 45 km from the town, within the rectangle around it.
  const corner: LngLat = [0.29, 0.29];
  const places = findPlaces([...town, corner], 5);
  expect(places.map(({ members }) => members)).toEqual([town, [corner]]);
});

it('keeps a town at the date line together', () => {
  const [place, ...others] = findPlaces([suva, [-179.95, -18.1], [-179.99, -18.12]], 5);
  expect(others).toEqual([]);
  expect(place).toMatchObject({ count: 3 });
  expect(Math.abs(place?.center[0] ?? 0)).toBeGreaterThan(179.9);
});

it('has no place without sites, and one for thousands of sites at one point', () => {
  expect(findPlaces([], 5)).toEqual([]);
  expect(
    findPlaces(
      Array.from({ length: 5000 }, () => beijing),
      5,
    ),
  ).toEqual([
    {
      center: [expect.closeTo(116.4), expect.closeTo(39.9)],
      bounds: [116.4, 39.9, 116.4, 39.9],
      count: 5000,
      members: expect.any(Array),
    },
  ]);
});

it('counts each site once, and the densest place first', () => {
  const site = fc.tuple(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -85, max: 85, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(site, { maxLength: 40 }), (sites) => {
      const counts = findPlaces(sites, 100).map(({ count }) => count);
      expect(counts.reduce((a, b) => a + b, 0)).toBe(sites.length);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    }),
  );
});
