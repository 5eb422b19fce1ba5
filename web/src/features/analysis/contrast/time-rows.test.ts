import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import { listTimeRows } from './time-rows.ts';

const start = Date.parse('2026-10-31T16:00Z');
const hours = (count: number) => Array.from({ length: count }, (_, n) => start + n * HOUR_MS);

it('lists each time on the clock of the zone, without those that nobody has a value at', () => {
  const rows = listTimeRows(
    hours(3),
    [
      [1, null, null],
      [4, null, 6],
    ],
    'Asia/Shanghai',
  );
  expect(rows).toEqual([
    {
      at: start,
      time: '2026-11-01 00:00',
      cells: [
        { low: 1, high: 1 },
        { low: 4, high: 4 },
      ],
      moments: [start],
    },
    {
      at: start + 2 * HOUR_MS,
      time: '2026-11-01 02:00',
      cells: [null, { low: 6, high: 6 }],
      moments: [start + 2 * HOUR_MS],
    },
  ]);
});

it('keeps a marked time without a value', () => {
  const rows = listTimeRows(hours(3), [[1, null, null]], 'UTC', new Set([start + HOUR_MS]));
  expect(rows.map(({ at, cells }) => [at, cells[0]?.low])).toEqual([
    [start, 1],
    [start + HOUR_MS, undefined],
  ]);
});

it('joins a year of hours by day, with the lowest and the highest of each', () => {
  const ts = hours(365 * 24);
  const rows = listTimeRows(ts, [ts.map((_, n) => n % 24)], 'Asia/Shanghai');
  expect(rows).toHaveLength(365);
  expect(rows[1]).toMatchObject({ at: start + DAY_MS, time: '2026-11-02', cells: [{ low: 0, high: 23 }] });
  expect(rows[1]?.moments).toEqual(ts.slice(24, 48));
});

it('joins years of days by month', () => {
  const ts = Array.from({ length: 1096 }, (_, n) => Date.parse('2024-01-01') + n * DAY_MS);
  const rows = listTimeRows(ts, [ts.map((_, n) => n)], 'UTC');
  expect(rows).toHaveLength(36);
  expect(rows[0]).toMatchObject({ at: ts[0], time: '2024-01', cells: [{ low: 0, high: 30 }] });
});

it('keeps the two equal hours of a day of 25 hours apart', () => {
  const ts = [0, 1, 2].map((hour) => Date.parse('2026-10-25T00:00Z') + hour * HOUR_MS);
  const rows = listTimeRows(ts, [[1, 2, 3]], 'Europe/Paris');
  expect(rows.map(({ time, cells }) => [time.slice(-5), cells[0]?.low])).toEqual([
    ['02:00', 1],
    ['02:00', 2],
    ['03:00', 3],
  ]);
});
