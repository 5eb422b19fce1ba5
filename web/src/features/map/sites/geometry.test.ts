import { expect, it } from 'vitest';
import { computeBounds } from '../../../map/compute-bounds.ts';
import { distanceKm } from '../../../map/distance.ts';
import { shadeSite } from '../scale/shade.ts';
import { findNeighbours } from './geometry.ts';
import { readSnapshot } from './read-snapshot.ts';
import { makeSnapshotScale, snapshot } from './snapshot.fixture.ts';

it.each([
  [[2.3522, 48.8566], [4.8357, 45.764], 391],
  [[179.9, 0], [-179.9, 0], 22],
  [[0, 90], [120, 90], 0],
] as const)('from %j to %j it is %d km', (from, to, kilometres) => {
  expect(Math.round(distanceKm(from, to))).toBe(kilometres);
});

it('finds the smallest bounds of all places across the date line', () => {
  expect(computeBounds([])).toBeUndefined();
  expect(computeBounds([[4, 45]])).toEqual([4, 45, 4, 45]);
  expect(
    computeBounds([
      [4, 45],
      [-3, 53],
      [116, 39],
    ]),
  ).toEqual([-3, 39, 116, 53]);
  expect(
    computeBounds([
      [179, 1],
      [-179, -1],
      [178, 0],
    ]),
  ).toEqual([178, -1, 181, 1]);
});

it('keeps neighbours across the date line close together', () => {
  const [west = 0, , east = 0] =
    computeBounds([
      [179.99, 0],
      [-179.99, 0],
    ]) ?? [];
  expect(east - west).toBeCloseTo(0.02, 9);
});

it('finds bounds of sites at one point or at the poles', () => {
  expect(
    computeBounds([
      [4, 45],
      [4, 45],
    ]),
  ).toEqual([4, 45, 4, 45]);
  expect(
    computeBounds([
      [0, 90],
      [0, -90],
    ]),
  ).toEqual([0, -90, 0, 90]);
});

it('finds the nearest other sites with a place', () => {
  const scale = makeSnapshotScale('aqi');
  const shown = [...readSnapshot(snapshot).values()].map((site) => ({
    site,
    look: shadeSite(site, scale, 0),
  }));
  expect(findNeighbours(shown, 7, 3).map(({ site }) => site.name)).toEqual(['Roof']);
  expect(findNeighbours(shown, 10, 3)).toEqual([]);
});
