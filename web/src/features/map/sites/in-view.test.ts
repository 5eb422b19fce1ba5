import { expect, it } from 'vitest';
import type { Bounds, LngLat } from '../../../map/map.ts';
import { isInArea } from './in-view.ts';

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
