import { describe, expect, it } from 'vitest';
import { describeDistribution } from './distribution.rule.ts';

const dates = ['2026-10-24', '2026-10-25'];

describe('a distribution', () => {
  it('counts hours in bins and fills the hours of each day', () => {
    const hours = [
      { day: '2026-10-24', hour: 0, value: 10 },
      { day: '2026-10-24', hour: 23, value: 30 },
      { day: '2026-10-25', hour: 2, value: 20 },
    ];
    const { histogram, percentiles, mean, heat } = describeDistribution(hours, dates, false);
    expect(histogram?.counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(percentiles.find(({ percent }) => percent === 50)?.value).toBe(20);
    expect(mean).toBe(20);
    expect(heat.map(({ values }) => values.length)).toEqual([24, 24]);
    expect([heat[0]?.values[0], heat[0]?.values[23], heat[1]?.values[2], heat[1]?.values[3]]).toEqual([
      10,
      30,
      20,
      null,
    ]);
  });

  it('keeps the first of two equal hours when the clock is set back', () => {
    const hours = [3, 9].map((value) => ({ day: '2026-10-25', hour: 2, value }));
    const { heat, histogram } = describeDistribution(hours, dates, false);
    expect(heat[1]?.values[2]).toBe(3);
    expect(histogram?.counts.reduce((sum, count) => sum + count, 0)).toBe(2);
  });

  it('averages sound by its energy', () => {
    const hours = [80, 60].map((value, hour) => ({ day: '2026-10-24', hour, value }));
    expect(describeDistribution(hours, dates, true).mean).toBeCloseTo(77.03, 2);
  });

  it('has empty figures without hours', () => {
    const { histogram, mean, heat } = describeDistribution([], dates, false);
    expect([histogram, mean, heat.length]).toEqual([null, null, 2]);
  });
});
