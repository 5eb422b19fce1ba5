import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import { selectValidHours } from './valid-hours.rule.ts';

const start = Date.parse('2026-11-09T08:00Z');
const series = {
  at: [start, start + HOUR_MS, start + 2 * HOUR_MS],
  values: [10, 20, 30],
  covered: [3600, 2699, 2700],
};

it('leaves out hours with too little valid time and the running hour, and counts them apart', () => {
  const now = start + 2 * HOUR_MS + 50 * MINUTE_MS;
  expect(selectValidHours(series, now)).toEqual({
    hours: [{ ts: start, value: 10 }],
    dropped: 1,
    running: 1,
  });
});

it('counts an hour from the moment at which it ends', () => {
  const { hours, running } = selectValidHours(series, start + 3 * HOUR_MS);
  expect([hours.at(-1)?.value, running]).toEqual([30, 0]);
});

it('has no hours without a series', () => {
  expect(selectValidHours(undefined, start)).toEqual({ hours: [], dropped: 0, running: 0 });
});
