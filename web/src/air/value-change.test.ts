import { expect, it } from 'vitest';
import { compareValues } from './value-change.ts';

it.each([
  [46, 40, 0, 'up', 6],
  [40, 46, 0, 'down', 6],
  [40, 40, 0, 'steady', 0],
  // Both are shown as 40.
  [40.4, 39.6, 0, 'steady', 0],
  [0.3, 0.1, 1, 'up', 0.2],
  [-1.5, 1, 1, 'down', 2.5],
  [101.32, 101.325, 2, 'steady', 0],
])('from %d against %d with %d decimals is %s by %d', (now, before, decimals, direction, amount) => {
  expect(compareValues(now, before, decimals)).toEqual({ direction, amount });
});

it.each([
  [null, 1],
  [1, undefined],
  [undefined, undefined],
  [1, null],
])('is unknown from %s against %s', (now, before) => {
  expect(compareValues(now, before, 0)).toBeUndefined();
});
