import { roundHalfEven } from '@limpid/aqi/decimal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presentReading } from '../../reading/reading.api.ts';
import { findDayShareLimits, findLeastShownAbove } from './share-limits.rule.ts';

const micro = 'µg/m³';

describe('the limits of a share of days', () => {
  it.each([
    ['2026-01-01', '2026-02-28', [{ since: '2026-01-01', above: 75 }]],
    ['2026-03-01', '2026-03-31', [{ since: '2026-03-01', above: 60 }]],
    [
      '2026-02-01',
      '2026-03-01',
      [
        { since: '2026-02-01', above: 75 },
        { since: '2026-03-01', above: 60 },
      ],
    ],
  ])('from %s to %s are those in force', (first, last, limits) => {
    expect(findDayShareLimits({ gbCode: 'a34004', unit: micro }, [first, last])).toEqual(limits);
  });

  it('do not exist for ozone, and are left to the caller for other channels and units', () => {
    const dates = ['2026-01-01', '2026-01-31'] as const;
    expect(findDayShareLimits({ gbCode: 'a05024', unit: micro }, dates)).toEqual([]);
    expect(findDayShareLimits({ gbCode: 'a34001', unit: micro }, dates)).toBeUndefined();
    expect(findDayShareLimits({ gbCode: 'a34004', unit: 'ppb' }, dates)).toBeUndefined();
  });
});

describe('the least value that is shown above a limit', () => {
  it('is above the half, which is rounded to even', () => {
    // 5.05 is shown as 5.0 and 5.15 as 5.2, although the float of 5.05 is above the decimal.
    expect(Math.fround(5.05)).toBeLessThan(findLeastShownAbove(5, 1));
    expect(Math.fround(5.15)).toBeGreaterThanOrEqual(findLeastShownAbove(5.1, 1));
    expect(findLeastShownAbove(1e39, 0)).toBe(Number.POSITIVE_INFINITY);
  });

  it('divides floats like the shown number', () => {
    const limit = fc.integer({ min: -500, max: 5000 }).map((tenths) => tenths / 10);
    const value = fc.oneof(
      fc.double({ min: -100, max: 1000, noNaN: true }),
      fc.integer({ min: -1000, max: 100_000 }).map((hundredths) => hundredths / 100),
    );
    fc.assert(
      fc.property(limit, value, fc.integer({ min: 0, max: 3 }), (above, given, decimals) => {
        const stored = Math.fround(given);
        const isAbove = roundHalfEven(presentReading(stored), decimals) > above;
        expect(stored >= findLeastShownAbove(above, decimals)).toBe(isAbove);
      }),
    );
  });
});
