import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import { selectDue } from './plan-automatic.rule.ts';

const slot = { from: 3 * HOUR_MS, to: 4 * HOUR_MS };
const wide = { from: 0, to: 24 * HOUR_MS };
const now = 100 * HOUR_MS;
const isDue = (...endedBefore: number[]) =>
  selectDue(
    [slot],
    endedBefore.map((ms) => ({ ...wide, endedAt: now - ms })),
    now,
  ).length === 1;

it('a missing row is asked for at most three times, with longer and longer pauses', () => {
  expect(isDue()).toBe(true);
  expect(isDue(30 * MINUTE_MS - 1)).toBe(false);
  expect(isDue(30 * MINUTE_MS)).toBe(true);
  expect(isDue(30 * MINUTE_MS, 5 * HOUR_MS)).toBe(false);
  expect(isDue(3 * HOUR_MS, 5 * HOUR_MS)).toBe(true);
  expect(isDue(50 * HOUR_MS, 60 * HOUR_MS, 70 * HOUR_MS)).toBe(false);
});

it('requests for other rows do not count', () => {
  const attempt = { from: 0, to: slot.to - 1, endedAt: now };
  expect(selectDue([slot], [attempt], now)).toEqual([slot]);
});
