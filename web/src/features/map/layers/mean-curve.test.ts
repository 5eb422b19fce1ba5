import { expect, it } from 'vitest';
import { meansByHour, toCurve } from './mean-curve.ts';

const size = { width: 100, height: 20 };

it('averages the sites that have a value', () => {
  expect(
    meansByHour({
      values: [
        [10, 20, null],
        [null, null, null],
        [5, null, 7],
      ],
    }),
  ).toEqual([15, undefined, 6]);
});

it('draws a curve that breaks where values are missing', () => {
  expect(toCurve([0, 10, undefined, 5, 0], size)).toBe('M0 20L25 0M75 10L100 20');
  expect(toCurve([4, 4], size)).toBe('M0 10L100 10');
  expect(toCurve([], size)).toBe('');
  expect(toCurve([undefined], size)).toBe('');
});
