import { HOUR_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import { countMissingHours, findMissingSpans } from './missing-spans.ts';

const hours = (...places: number[]) => places.map((place) => place * HOUR_MS);
const line = (ts: number[], values: (number | null)[] = ts.map(() => 1)) => ({ ts, values });
const extent = { from: 0, to: 6 * HOUR_MS, stepMs: HOUR_MS };

it.each([
  ['nothing of a whole line', [line(hours(0, 1, 2, 3, 4, 5))], []],
  ['a gap between two hours', [line(hours(0, 1, 4, 5))], [[2, 4]]],
  ['a null like a missing hour', [line(hours(0, 1, 2, 3, 4, 5), [1, 1, null, 1, 1, 1])], [[2, 3]]],
  [
    'the beginning and the end',
    [line(hours(2, 3))],
    [
      [0, 2],
      [4, 6],
    ],
  ],
  ['nothing where another line has values', [line(hours(0, 1, 4, 5)), line(hours(2, 3))], []],
  ['everything without values', [line([])], [[0, 6]]],
  ['nothing outside of the extent', [line(hours(-3, 0, 1, 2, 3, 4, 5, 9))], []],
] as [string, ReturnType<typeof line>[], [number, number][]][])('finds %s', (_, lines, spans) => {
  const expected = spans.map(([from, to]) => [from * HOUR_MS, to * HOUR_MS]);
  expect(findMissingSpans(lines, extent)).toEqual(expected);
});

it('ignores gaps below an hour, and the hour that has not ended', () => {
  const five = HOUR_MS / 12;
  const ts = [0, 1, 2, 11, 12].map((place) => place * five);
  const to = 12 * five + 0.9 * HOUR_MS;
  expect(findMissingSpans([line(ts)], { from: 0, to, stepMs: five })).toEqual([]);
});

it('counts whole hours', () => {
  expect(
    countMissingHours([
      [0, 1.5 * HOUR_MS],
      [2 * HOUR_MS, 3.6 * HOUR_MS],
    ]),
  ).toBe(3);
});
