import { HOUR_MS } from '@limpid/contract/durations';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findPlace, findStretch, listStoredHours } from './stored-hours.ts';

const hours = listStoredHours({ starts: [0, 10 * HOUR_MS], counts: [2, 3] });

it('lists the hours of all runs and skips the gaps', () => {
  expect(hours.map((hour) => hour / HOUR_MS)).toEqual([0, 1, 10, 11, 12]);
});

it('finds the stored hour at or before a moment', () => {
  const find = (hour: number) => findPlace(hours, hour * HOUR_MS);
  expect([find(-1), find(0), find(5), find(10), find(11.5), find(99)]).toEqual([0, 0, 1, 2, 3, 4]);
  expect(findPlace([], 0)).toBe(-1);
});

it('has a stretch for every place, the newest one full, without overlaps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 168 }), (count, length) => {
      for (let place = 0; place < count; place++) {
        const [first, end] = findStretch(count, place, length);
        expect(first).toBeLessThanOrEqual(place);
        expect(place).toBeLessThan(end);
        expect(findStretch(count, first, length)).toEqual([first, end]);
        expect(findStretch(count, end - 1, length)).toEqual([first, end]);
      }
      expect(findStretch(count, count - 1, length)[1]).toBe(count);
    }),
    { numRuns: 30 },
  );
});
