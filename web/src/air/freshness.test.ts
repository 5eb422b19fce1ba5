import { HOUR_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import { ageMs, isHourStale, isPublicationStale, isValueStale } from './freshness.ts';

it('treats a value as stale after three report intervals, and never within three minutes', () => {
  expect([180_000, 180_001].map((now) => isValueStale(0, 30, now))).toEqual([false, true]);
  expect([900_000, 900_001].map((now) => isValueStale(0, 300, now))).toEqual([false, true]);
  expect(isValueStale(null, 300, 0)).toBe(true);
});

it('treats an index as old three hours after the start of its hour', () => {
  expect([3 * HOUR_MS, 3 * HOUR_MS + 1].map((now) => isHourStale(0, now))).toEqual([false, true]);
});

it('treats a publication as stale three hours after the end of its hour', () => {
  expect([3 * HOUR_MS, 3 * HOUR_MS + 1].map((now) => isPublicationStale(0, now))).toEqual([false, true]);
});

it('gives a value from a clock that is ahead no age', () => {
  expect([900, 1000, 1500].map((now) => ageMs(1000, now))).toEqual([0, 0, 500]);
});
