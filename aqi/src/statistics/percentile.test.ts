import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { medianDeviation, medianOf, percentileOf, sortValues } from './percentile.ts';

const ranks = (count: number) => Array.from({ length: count }, (_, position) => position + 1);

describe('a percentile', () => {
  it.each([
    [31, 90, 28],
    [31, 95, 29.5],
    [365, 90, 328.6],
    [28, 95, 26.65],
    [1, 98, 1],
    [2, 50, 1.5],
  ])('of the numbers 1 to %i is at %i %% the value %d', (count, percent, expected) => {
    expect(percentileOf(ranks(count), percent)).toBeCloseTo(expected, 10);
  });

  it('is missing without values', () => {
    expect(percentileOf([], 50)).toBeNull();
    expect(medianOf([null, Number.NaN])).toBeNull();
  });

  it('lies between the extremes and does not fall with the percentage', () => {
    const values = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 60 });
    const percent = fc.integer({ min: 0, max: 99 });
    fc.assert(
      fc.property(values, percent, (given, p) => {
        const sorted = sortValues(given);
        const [at, next] = [percentileOf(sorted, p) ?? 0, percentileOf(sorted, p + 1) ?? 0];
        expect(at).toBeGreaterThanOrEqual(Math.min(...given));
        expect(next).toBeLessThanOrEqual(Math.max(...given));
        expect(next).toBeGreaterThanOrEqual(at);
      }),
    );
  });
});

describe('the median deviation', () => {
  it('is not widened by one outlier', () => {
    expect(medianDeviation([1, 2, 3, 4, 5])).toBe(1);
    expect(medianDeviation([1, 2, 3, 4, 5000])).toBe(1);
  });

  it('is zero for a flat series and missing for an empty one', () => {
    expect(medianDeviation([7, 7, null, 7])).toBe(0);
    expect(medianDeviation([])).toBeNull();
  });
});
