import { expect, it } from 'vitest';
import type { LngLat, SitePoint } from '../../../map/map.ts';
import { placeBeside } from './place-beside.ts';

const site: LngLat = [116.4, 39.9];
const makeStation = (position: LngLat): SitePoint => ({
  id: -1,
  position,
  name: 'Station',
  text: '35',
  fill: '#0f0',
  ink: '#000',
  weight: 1,
  isReference: true,
});
/** A degree of latitude has 111 km. */
const north = (metres: number): LngLat => [site[0], site[1] + metres / 111_195];

it.each([
  ['at the same point', site, 'above'],
  ['40 m to the north', north(40), 'above'],
  ['40 m to the south', north(-40), 'below'],
  ['40 m to the west', [site[0] - 40 / 85_300, site[1]], 'above'],
  ['60 m to the north', north(60), undefined],
  ['far away', [4.8, 45.7], undefined],
] as const)('a station %s of a site is drawn beside it: %s', (_, position, beside) => {
  const [placed] = placeBeside([makeStation(position)], [[10, 10], site]);
  expect(placed?.beside).toBe(beside);
});

it('keeps the points of all other stations', () => {
  const station = makeStation(north(500));
  expect(placeBeside([station], [site])[0]).toBe(station);
  expect(placeBeside([station], [])[0]).toBe(station);
});
