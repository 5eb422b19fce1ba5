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

  it('puts a value at the bound of two bins into the upper one', () => {
    // 0.6 / 0.2 is 2.9999999999999996 in floating point.
    const histogram = makeHistogram([0, 0.2, 0.4, 0.6, 0.7, 1.4], 8);
    expect(histogram).toEqual({ start: 0, width: 0.2, counts: [1, 1, 1, 2, 0, 0, 0, 1] });
    expect(makeHistogram([-0.6, -0.3, -0.1, 0.3], 10)).toMatchObject({ start: -0.6, width: 0.1 });
  });

  it('counts decimals in the bin whose bounds enclose them', () => {
    const decimals = fc.integer({ min: 0, max: 4 });
    const digits = fc.array(fc.integer({ min: -20_000, max: 20_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(digits, decimals, fc.integer({ min: 5, max: 60 }), (given, places, maxBins) => {
        const histogram = makeHistogram(
          given.map((one) => one / 10 ** places),
          maxBins,
        );
        if (!histogram) throw new Error('There are values.');
        // Integers of a decimal that holds values and bounds alike.
        const unit = 10 ** 9;
        const [start, width] = [Math.round(histogram.start * unit), Math.round(histogram.width * unit)];
        const counts = histogram.counts.map((_, bin) => {
          const from = start + bin * width;
          const isInside = (one: number) => one >= from && one < from + width;
          return given.filter((one) => isInside(one * 10 ** (9 - places))).length;
        });
        expect(histogram.counts).toEqual(counts);
      }),
    );
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
