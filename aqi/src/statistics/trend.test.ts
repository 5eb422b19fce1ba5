import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitTrend, type TrendPoint } from './trend.ts';

const series = (count: number, valueAt: (time: number) => number): TrendPoint[] =>
  Array.from({ length: count }, (_, time) => ({ time, value: valueAt(time) }));
/** A small disturbance without a trend, the same on each run. */
const disturb = (time: number) => (((time * 7919) % 101) - 50) / 100;

describe('a trend', () => {
  it('of a straight line is that line', () => {
    const trend = fitTrend(series(24, (time) => 2 * time + 5));
    expect(trend).toMatchObject({
      count: 24,
      slope: 2,
      intercept: 5,
      lower: 2,
      upper: 2,
      isSignificant: true,
    });
  });

  it('does not follow a single outlier', () => {
    const points = series(30, (time) => time + disturb(time));
    points[29] = { time: 29, value: 10_000 };
    expect(fitTrend(points)?.slope).toBeCloseTo(1, 1);
  });

  it('is not significant in a series that only fluctuates', () => {
    const trend = fitTrend(series(60, disturb));
    expect(trend?.isSignificant).toBe(false);
    expect(trend?.lower).toBeLessThan(0);
    expect(trend?.upper).toBeGreaterThan(0);
  });

  it('is not bent by a yearly cycle when months are compared with the same month', () => {
    const monthly = series(
      42,
      (month) => 60 - month * 0.5 + 40 * Math.cos((month * Math.PI) / 6) + disturb(month),
    );
    const seasonal = fitTrend(monthly.map((point) => ({ ...point, season: point.time % 12 })));
    expect(seasonal?.slope).toBeCloseTo(-0.5, 1);
    expect(seasonal?.isSignificant).toBe(true);
  });

  it('needs six points and two times of one season', () => {
    expect(fitTrend(series(5, (time) => time))).toBeNull();
    expect(
      fitTrend(series(12, (time) => time).map((point) => ({ ...point, season: point.time }))),
    ).toBeNull();
    expect(fitTrend(series(8, () => 1).map((point) => ({ ...point, time: 3 })))).toBeNull();
  });

  it('of a flat series is zero without significance', () => {
    expect(fitTrend(series(12, () => 7))).toMatchObject({
      slope: 0,
      lower: 0,
      upper: 0,
      p: 1,
      isSignificant: false,
    });
  });

  it('has the p-value of the Mann–Kendall test worked out by hand', () => {
    // Rising pairs 13, falling 2: S = 11; variance 6·5·17/18; z = 10/√28.33 = 1.8787.
    const trend = fitTrend([1, 3, 2, 4, 6, 5].map((value, time) => ({ time, value })));
    expect(trend?.p).toBeCloseTo(0.06029, 4);
  });

  it('contains its slope in its interval, and turns with the series', () => {
    const values = fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 6, maxLength: 40 });
    fc.assert(
      fc.property(values, (given) => {
        const trend = fitTrend(given.map((value, time) => ({ time, value })));
        const turned = fitTrend(given.map((value, time) => ({ time, value: -value })));
        if (!trend || !turned) throw new Error('six points without a trend');
        expect(trend.lower).toBeLessThanOrEqual(trend.slope);
        expect(trend.upper).toBeGreaterThanOrEqual(trend.slope);
        expect(turned.slope).toBeCloseTo(-trend.slope, 9);
        expect(turned.lower).toBeCloseTo(-trend.upper, 9);
        expect(turned.p).toBeCloseTo(trend.p, 9);
        expect(trend.p).toBeGreaterThanOrEqual(0);
        expect(trend.p).toBeLessThanOrEqual(1);
      }),
    );
  });
});
