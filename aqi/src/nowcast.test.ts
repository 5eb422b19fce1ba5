import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeIndex } from './compute-index.ts';
import { computeNowCast } from './nowcast.ts';

const constant = (value: number) => Array.from({ length: 12 }, () => value);

describe('the NowCast', () => {
  it('equals constant concentrations to the last decimal', () => {
    for (const value of [0, 0.1, 9, 35.4, 55.4, 125.4]) expect(computeNowCast(constant(value))).toBe(value);
    const nowcast = computeNowCast(constant(35.4));
    expect(computeIndex({ standard: 'US EPA', mode: 'hourly', values: { 'PM2.5': nowcast } }).aqi).toBe(100);
  });

  it('weights recent hours more when concentrations change', () => {
    expect(computeNowCast([64, 63, 72, 77, 65, 61, 70, 59, 55, 57, 56, 53])).toBeCloseTo(65.9881, 3);
  });

  it('never weights an hour less than half of the next one', () => {
    expect(computeNowCast([100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])).toBe(50.0122);
  });

  it('needs two of the last three hours', () => {
    expect(computeNowCast([50, null, null, 20, 20, 20, 20, 20, 20, 20, 20, 20])).toBeNull();
    expect(computeNowCast([50, null, 50])).toBe(50);
    expect(computeNowCast([])).toBeNull();
  });

  it('uses at most twelve hours', () => {
    expect(computeNowCast([...constant(8), 900])).toBe(8);
  });

  it('treats invalid concentrations as unknown', () => {
    expect(computeNowCast([Number.NaN, 10, 10])).toBe(10);
    expect(computeNowCast([-5, Number.POSITIVE_INFINITY, 10])).toBeNull();
  });

  it('truncates where the exact fraction is truncated', () => {
    const tenths = fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(tenths, (hours) => {
        const [least, most] = [Math.min(...hours), Math.max(...hours)];
        const [a, b] = 2 * least < most ? [1n, 2n] : [BigInt(least), BigInt(most)];
        const weights = hours.map((_, back) => a ** BigInt(back) * b ** BigInt(11 - back));
        const total = weights.reduce((sum, weight) => sum + weight);
        const sum = weights.reduce((all, weight, back) => all + weight * BigInt(hours[back] ?? 0), 0n);
        const exact = Number((sum * 1000n) / total) / 1e4;
        expect(computeNowCast(hours.map((tenth) => tenth / 10))).toBe(exact);
      }),
    );
  });

  it('lies between the lowest and the highest hour, and never throws', () => {
    const hours = fc.array(fc.option(fc.double({ min: 0, max: 2000, noNaN: true })), { maxLength: 14 });
    fc.assert(
      fc.property(hours, (values) => {
        const nowcast = computeNowCast(values);
        const known = values.slice(0, 12).filter((value) => value !== null);
        if (nowcast === null) return;
        expect(nowcast).toBeLessThanOrEqual(Math.max(...known));
        expect(nowcast).toBeGreaterThan(Math.min(...known) - 0.0001);
      }),
    );
    fc.assert(fc.property(fc.array(fc.double()), (values) => computeNowCast(values) !== undefined));
  });
});
