import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import { hourAgoReachMs, pickHourAgo } from './hour-ago.rule.ts';

const now = Date.UTC(2026, 10, 15, 12);
const before = (minutes: number) => now - HOUR_MS - minutes * MINUTE_MS;

it.each([
  ['the value at that minute', [[0, 40]], 40],
  [
    'the nearest of several',
    [
      [-2, 41],
      [1, 42],
      [2, 43],
    ],
    42,
  ],
  [
    'the earlier of two that are equally near',
    [
      [1, 42],
      [-1, 44],
    ],
    42,
  ],
  ['a value at the edge of the reach', [[2.5, 45]], 45],
  [
    'nothing further away',
    [
      [2.6, 45],
      [-3, 46],
    ],
    undefined,
  ],
  ['nothing where the value does not count', [[0, Number.NaN]], undefined],
  ['nothing without values', [], undefined],
] as [string, [number, number][], number | undefined][])('finds %s', (_, points, expected) => {
  const line = { at: points.map(([minutes]) => before(minutes)), values: points.map(([, value]) => value) };
  expect(pickHourAgo(line, now, hourAgoReachMs(60))).toBe(expected);
});

it.each([
  [1, 2.5],
  [60, 2.5],
  [300, 5],
  [3600, 15],
])('looks around one hour before with an interval of %d s: %d minutes', (interval, minutes) => {
  expect(hourAgoReachMs(interval)).toBe(minutes * MINUTE_MS);
});
