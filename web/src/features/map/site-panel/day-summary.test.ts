import { startOfDay } from '@limpid/contract/local-time';
import { expect, it } from 'vitest';
import { summariseDay } from './day-summary.ts';

const line = { ts: [1, 2, 3, 4, 5], values: [99, 40, null, 10, 25] };

it('summarises today’s values without gaps', () => {
  expect(summariseDay(line, 2, 'number')).toEqual({
    lowest: { value: 10, ts: 4 },
    highest: { value: 40, ts: 2 },
    mean: 25,
  });
});

it('returns nothing without values, and for enumerations and switches', () => {
  expect(summariseDay(line, 6, 'number')).toBeUndefined();
  expect(summariseDay({ ts: [1], values: [null] }, 0, 'number')).toBeUndefined();
  expect(summariseDay(line, 0, 'switch')).toBeUndefined();
});

it('averages directions on the circle and sound levels by energy', () => {
  const north = summariseDay({ ts: [1, 2], values: [350, 20] }, 0, 'direction');
  expect(north?.mean).toBeCloseTo(5);
  expect(north?.lowest).toBeUndefined();
  expect(summariseDay({ ts: [1, 2], values: [80, 60] }, 0, 'level')?.mean).toBeCloseTo(77, 0);
});

it.each([
  ['2026-11-15T15:30:12.345Z', 'Asia/Shanghai', '2026-11-14T16:00:00Z'],
  ['2026-11-15T16:30:00Z', 'Asia/Shanghai', '2026-11-15T16:00:00Z'],
  ['2026-03-29T10:00:00Z', 'Europe/Paris', '2026-03-28T23:00:00Z'],
  ['2026-10-25T11:00:00Z', 'Europe/Paris', '2026-10-24T22:00:00Z'],
  ['2026-06-01T00:00:00Z', 'Asia/Kathmandu', '2026-05-31T18:15:00Z'],
])('at %s, finds that the day in %s began at %s', (now, zone, start) => {
  expect(startOfDay(Date.parse(now), zone)).toBe(Date.parse(start));
});
