import { expect, it } from 'vitest';
import { summariseLine } from './line-summary.ts';

const line = { ts: [2, 3, 4, 5], values: [40, null, 10, 25] };

it('summarises values without gaps', () => {
  expect(summariseLine(line, 'number')).toEqual({
    lowest: { value: 10, ts: 4 },
    highest: { value: 40, ts: 2 },
    mean: 25,
  });
});

it('returns nothing without values, and for enumerations and switches', () => {
  expect(summariseLine({ ts: [], values: [] }, 'number')).toBeUndefined();
  expect(summariseLine({ ts: [1], values: [null] }, 'number')).toBeUndefined();
  expect(summariseLine(line, 'switch')).toBeUndefined();
});

it('averages directions on the circle and sound levels by energy', () => {
  const north = summariseLine({ ts: [1, 2], values: [350, 20] }, 'direction');
  expect(north?.mean).toBeCloseTo(5);
  expect(north?.lowest).toBeUndefined();
  expect(summariseLine({ ts: [1, 2], values: [80, 60] }, 'level')?.mean).toBeCloseTo(77, 0);
});
