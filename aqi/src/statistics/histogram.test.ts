import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeHistogram } from './histogram.ts';

describe('a histogram', () => {
  it('has bins of a round width that begin at a multiple of it', () => {
    expect(makeHistogram([3, 17, 18, 21, null, 96], 10)).toEqual({
      start: 0,
      width: 20,
      counts: [3, 1, 0, 0, 1],
    });
    expect(makeHistogram([0.31, 0.35, 0.41], 10)).toEqual({
      start: 0.3,
      width: 0.02,
      counts: [1, 0, 1, 0, 0, 1],
    });
  });

  it('has one bin for equal values and none without values', () => {
    expect(makeHistogram([7, 7])).toEqual({ start: 7, width: 1, counts: [2] });
    expect(makeHistogram([null])).toBeNull();
  });

  it('counts every value in few enough bins', () => {
    const values = fc.array(fc.double({ min: -1e4, max: 1e5, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(values, fc.integer({ min: 5, max: 60 }), (given, maxBins) => {
        const histogram = makeHistogram(given, maxBins);
        expect(histogram?.counts.reduce((sum, count) => sum + count, 0)).toBe(given.length);
        expect(histogram?.counts.length).toBeLessThanOrEqual(maxBins + 1);
      }),
    );
  });
});
