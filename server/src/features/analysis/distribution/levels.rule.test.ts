import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countLevels, orderBounds } from './levels.rule.ts';

it('counts a value at the upper bound in the level below, and the rest in the last', () => {
  expect(countLevels([0, 35, 35.6, 75, 500], [35, 75], 0)).toEqual([2, 2, 1]);
});

it('decides by the number that is shown', () => {
  expect(countLevels([35.4, 35.6], [35], 0)).toEqual([1, 1]);
  expect(countLevels([35.4], [35], 1)).toEqual([0, 1]);
  // The float of 5.05 is above the decimal, which is shown as 5.0.
  expect(countLevels([Math.fround(5.05)], [5, 10], 1)).toEqual([1, 0, 0]);
});

it('orders bounds and drops repetitions', () => {
  expect(orderBounds([75, 35, 75])).toEqual([35, 75]);
});

it('counts every value once', () => {
  const numbers = fc.array(fc.double({ min: -10, max: 500, noNaN: true }));
  fc.assert(
    fc.property(numbers, numbers, (values, bounds) => {
      const counts = countLevels(values, orderBounds(bounds), 1);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(values.length);
    }),
  );
});
