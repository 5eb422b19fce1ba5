import { expect, it } from 'vitest';
import { roundRange } from './value-range.ts';

it('starts an axis at zero and ends it at a round number', () => {
  expect(roundRange([12, 83], 0, true)).toEqual({ min: 0, max: 100, step: 25 });
  expect(roundRange([0.2, 0.9], 1, true)).toEqual({ min: 0, max: 1, step: 0.5 });
});

it('does not start at zero for large values that vary little', () => {
  expect(roundRange([101.21, 101.48], 2, false)).toEqual({ min: 101.2, max: 101.5, step: 0.1 });
  expect(roundRange([-3.2, 4.1], 1, false)).toEqual({ min: -4, max: 6, step: 2 });
});

it('labels every grid line differently in the decimals of the channel', () => {
  expect(roundRange([1, 2, 3], 0, true)).toEqual({ min: 0, max: 3, step: 1 });
  expect(roundRange([0, 9], 0, true).step).toBe(5);
});

it('makes an axis for one value or none', () => {
  expect(roundRange([0], 0, true)).toEqual({ min: 0, max: 1, step: 1 });
  expect(roundRange([], 1, false).max).toBeGreaterThan(0);
  expect(roundRange([7], 0, false)).toEqual({ min: 7, max: 8, step: 1 });
});
