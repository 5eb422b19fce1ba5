import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correlate, fitLine } from './regression.ts';

/** Anscombe's first data set; its line and correlation are published. */
const anscombe = {
  x: [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5],
  y: [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68],
};

describe('a line of least squares', () => {
  it('agrees with Anscombe’s published figures', () => {
    const line = fitLine(anscombe);
    expect(line?.count).toBe(11);
    expect(line?.slope).toBeCloseTo(0.5001, 4);
    expect(line?.intercept).toBeCloseTo(3.0001, 4);
    expect(line?.rSquared).toBeCloseTo(0.6665, 4);
  });

  it('uses only the times at which both series have a value', () => {
    const line = fitLine({ x: [1, 2, null, 3, 4], y: [3, 5, 100, null, 9] });
    expect(line).toMatchObject({ count: 3, slope: 2, intercept: 1, rSquared: 1 });
  });

  it('explains nothing of values that do not vary', () => {
    expect(fitLine({ x: [1, 2, 3], y: [0.1, 0.1, 0.1] })).toMatchObject({ slope: 0, rSquared: null });
  });

  it('is refused for too few pairs and for a constant', () => {
    expect(fitLine({ x: [1, 2], y: [1, 2] })).toBeNull();
    expect(fitLine({ x: [5, 5, 5], y: [1, 2, 3] })).toBeNull();
  });

  it('agrees with the normal equations', () => {
    const value = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 3, maxLength: 50 }), (pairs) => {
        const [x, y] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
        const sum = (of: (a: number, b: number) => number) => pairs.reduce((s, [a, b]) => s + of(a, b), 0);
        const determinant = pairs.length * sum((a) => a * a) - sum((a) => a) ** 2;
        const line = fitLine({ x, y });
        if (determinant === 0) {
          expect(line).toBeNull();
          return;
        }
        const slope = (pairs.length * sum((a, b) => a * b) - sum((a) => a) * sum((_, b) => b)) / determinant;
        expect(line?.slope).toBeCloseTo(slope, 6);
        expect(line?.intercept).toBeCloseTo((sum((_, b) => b) - slope * sum((a) => a)) / pairs.length, 4);
      }),
    );
  });
});

describe('a correlation', () => {
  it('agrees with Anscombe’s published figure', () => {
    expect(correlate(anscombe).r).toBeCloseTo(0.8164, 4);
  });

  it('is missing where one side does not vary', () => {
    expect(correlate({ x: [1, 2, 3], y: [4, 4, 4] })).toEqual({ count: 3, r: null });
  });

  it('is symmetric, lies within ±1, and ignores scale and offset', () => {
    const series = fc.array(fc.option(fc.integer({ min: -500, max: 500 })), { minLength: 3, maxLength: 40 });
    fc.assert(
      fc.property(series, series, (x, y) => {
        const { r, count } = correlate({ x, y });
        const scaled = correlate({ x: y, y: x.map((value) => (value === null ? null : value * 3 + 7)) });
        expect(scaled.count).toBe(count);
        expect(Math.abs(r ?? 0)).toBeLessThanOrEqual(1);
        expect(scaled.r === null).toBe(r === null);
        expect(scaled.r ?? 0).toBeCloseTo(r ?? 0, 9);
      }),
    );
  });
});
