import { expect, it } from 'vitest';
import { findPlaces } from '../../../map/find-places.ts';
import type { Bounds, LngLat } from '../../../map/map.ts';
import { isInArea, selectMembers, selectWithin, toAreaFilter } from './in-view.ts';
import { readSnapshot } from './read-snapshot.ts';
import { snapshot } from './snapshot.fixture.ts';

const lyon: LngLat = [4.8, 45.7];
const fiji: LngLat = [179.5, -18];
const samoa: LngLat = [-171.8, -13.8];
const pacific: Bounds = [170, -30, 200, 0];

it.each<[string, LngLat, Bounds, boolean]>([
  ['inside', lyon, [4, 45, 6, 47], true],
  ['north of it', lyon, [4, 46, 6, 47], false],
  ['east of it', lyon, [-4, 45, 4, 47], false],
  ['west of the date line', fiji, pacific, true],
  ['east of the date line', samoa, pacific, true],
  ['far from the date line', lyon, pacific, false],
  ['a world that is shown twice', lyon, [-300, -80, 400, 80], true],
])('finds a place in an area: %s', (_, place, area, is) => {
  expect(isInArea(place, area)).toBe(is);
});

it.each<[string, Bounds | undefined, number[] | undefined]>([
  ['all sites', undefined, undefined],
  ['a town, rounded', [4.80001, 45.7, 4.9, 45.80049], [4.8, 45.7, 4.9, 45.8]],
  ['an area across the date line', pacific, [...pacific]],
  ['an area after several turns of the world', [1084.8, 45, 1085.2, 46], [4.8, 45, 5.2, 46]],
  ['a world that is shown twice', [-600, -80, 400, 80], undefined],
])('restricts a query to %s', (_, area, filter) => {
  expect(toAreaFilter(area)).toEqual(filter);
});

it('selects the sites of a place, and not those of another within its bounds', () => {
  const [base] = readSnapshot(snapshot).values();
  if (!base) throw new Error('no site');
  const coordinates: (LngLat | null)[] = [
    [0, 0],
    [0.3, 0],
    [-0.3, 0],
    [0, 0.3],
    [0, -0.3],
    [0.29, 0.29],
    null,
  ];
  const sites = coordinates.map((place, siteId) => ({ site: { ...base, siteId, place } }));
  const [town, corner] = findPlaces(
    coordinates.filter((place) => place !== null),
    5,
  );
  if (!town || !corner) throw new Error('no places');
  const listIds = (some: typeof sites) => some.map(({ site }) => site.siteId);
  expect(listIds(selectWithin(sites, town.bounds))).toEqual([0, 1, 2, 3, 4, 5]);
  expect(listIds(selectMembers(sites, town))).toEqual([0, 1, 2, 3, 4]);
  expect(listIds(selectMembers(sites, corner))).toEqual([5]);
});
