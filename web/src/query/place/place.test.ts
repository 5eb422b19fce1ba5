import { expect, it } from 'vitest';
import { readPlace, roundPlace } from './place.ts';

it.each([
  [116.4, 39.9, [116.4, 39.9]],
  ['116.4', ' -39.9 ', [116.4, -39.9]],
  [-180, 90, [-180, 90]],
  [0, 0, [0, 0]],
  ['116.4', '', undefined],
  [null, 39.9, undefined],
  [undefined, undefined, undefined],
  ['east', '39.9', undefined],
  [180.1, 0, undefined],
  [0, '-90.5', undefined],
  [Number.NaN, 0, undefined],
])('%j and %j are the place %j', (longitude, latitude, place) => {
  expect(readPlace(longitude, latitude)).toEqual(place);
});

it('rounds a picked place to the precision of a stored one', () => {
  expect(roundPlace([116.40412345678, -39.9150000004])).toEqual([116.404123, -39.915]);
});
