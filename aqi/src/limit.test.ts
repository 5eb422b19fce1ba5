import { expect, it } from 'vitest';
import { isAboveLimit } from './limit.ts';

it('compares a value with a limit as it is displayed', () => {
  expect([35, 35.4, 35.5, 36].map((value) => isAboveLimit(value, 35, 0))).toEqual([false, false, true, true]);
  // Half to even: 2.45 is displayed as 2.4.
  expect([2.44, 2.45, 2.46].map((value) => isAboveLimit(value, 2.4, 1))).toEqual([false, false, true]);
});
