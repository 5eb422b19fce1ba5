import { HOUR_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import { compareSites, describeSpread } from './contrast.rule.ts';

const hours = (count: number, valueAt: (hour: number) => number | null) =>
  new Map(
    Array.from({ length: count }, (_, hour) => [hour * HOUR_MS, valueAt(hour)] as const).filter(
      (entry): entry is readonly [number, number] => entry[1] !== null,
    ),
  );

describe('a contrast of sites', () => {
  it('compares the first two at their common times', () => {
    const x = hours(100, (hour) => (hour % 10 === 0 ? null : hour));
    const y = hours(90, (hour) => 2 * hour + 5);
    const { pair, counts } = compareSites([x, y]);
    expect(pair.total).toBe(81);
    expect(pair.line).toEqual({ count: 81, slope: 2, intercept: 5, rSquared: 1 });
    expect(pair.difference).toBe(50);
    expect(counts).toEqual([
      [90, 81],
      [81, 90],
    ]);
  });

  it('thins a year evenly for the screen and computes with all of it', () => {
    const { pair } = compareSites([hours(8760, (hour) => hour), hours(8760, (hour) => hour)]);
    expect(pair.ts.length).toBeLessThanOrEqual(2000);
    expect(pair.line?.count).toBe(8760);
  });

  it('has no line and no correlation without common times', () => {
    const early = new Map([[0, 1]]);
    const late = new Map([[HOUR_MS, 1]]);
    const { pair, r } = compareSites([early, late]);
    expect(pair).toMatchObject({ total: 0, line: null, difference: null });
    expect(r[0]?.[1]).toBeNull();
  });
});

describe('the spread of values', () => {
  it('names the number of outliers and shows the most distant', () => {
    const values = [
      ...Array.from({ length: 200 }, (_, i) => 50 + (i % 10)),
      ...Array.from({ length: 80 }, (_, i) => 1000 + i),
    ];
    const spread = describeSpread(values);
    expect(spread).toMatchObject({ count: 280, outlierCount: expect.any(Number) });
    expect(spread?.outliers.length).toBeLessThanOrEqual(50);
    expect(describeSpread([])).toBeNull();
  });
});
