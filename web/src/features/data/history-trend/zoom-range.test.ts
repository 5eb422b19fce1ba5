import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import { fitRange, moveRange, pinchRange, zoomRange } from './zoom-range.ts';

const range = { from: 100 * HOUR_MS, to: 110 * HOUR_MS };
const latest = 112 * HOUR_MS;

it('zooms around the middle, or around a moment that keeps its place', () => {
  expect(zoomRange(range, 0.5, latest)).toEqual({ from: 102.5 * HOUR_MS, to: 107.5 * HOUR_MS });
  expect(zoomRange(range, 0.5, latest, range.from)).toEqual({ from: 100 * HOUR_MS, to: 105 * HOUR_MS });
});

it('is never shorter than ten minutes', () => {
  const { from, to } = zoomRange(range, 0.0001, latest);
  expect(to - from).toBe(10 * MINUTE_MS);
});

it('moves by a share of its length, and not beyond the latest moment', () => {
  expect(moveRange(range, -0.5, latest)).toEqual({ from: 95 * HOUR_MS, to: 105 * HOUR_MS });
  expect(moveRange(range, 0.5, latest)).toEqual({ from: 102 * HOUR_MS, to: latest });
});

it('has whole minutes', () => {
  expect(fitRange({ from: 1.4 * HOUR_MS + 7, to: 3 * HOUR_MS + 99 }, latest)).toEqual({
    from: 84 * MINUTE_MS,
    to: 180 * MINUTE_MS,
  });
});

it.each([
  ['one finger moves it', [{ from: 0.5, to: 0.3 }], 102, 112],
  [
    'two fingers apart show less',
    [
      { from: 0.4, to: 0.3 },
      { from: 0.6, to: 0.7 },
    ],
    102.5,
    107.5,
  ],
  [
    'two fingers together show more',
    [
      { from: 0.3, to: 0.4 },
      { from: 0.7, to: 0.6 },
    ],
    92,
    112,
  ],
  [
    'two fingers side by side move it',
    [
      { from: 0.3, to: 0.4 },
      { from: 0.6, to: 0.7 },
    ],
    99,
    109,
  ],
  ['no finger leaves it', [], 100, 110],
])('%s', (_, fingers, from, to) => {
  expect(pinchRange(range, fingers, latest)).toEqual({ from: from * HOUR_MS, to: to * HOUR_MS });
});
