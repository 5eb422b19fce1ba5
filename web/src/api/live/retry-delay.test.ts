import { expect, test } from 'vitest';
import { retryDelay } from './retry-delay.ts';

test.each([
  [0, 500, 1000],
  [1, 1000, 2000],
  [4, 8000, 16_000],
  [5, 15_000, 30_000],
  [1000, 15_000, 30_000],
])('attempt %i waits between %i and %i ms', (attempt, least, most) => {
  expect(retryDelay(attempt, 0)).toBe(least);
  expect(retryDelay(attempt, 1)).toBe(most);
});
