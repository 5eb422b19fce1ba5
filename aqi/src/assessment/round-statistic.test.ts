import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeMean, roundHalfEven } from '../decimal.ts';
import { allPollutants } from '../pollutant.ts';
import { assessmentStandards } from './assessment-standard.ts';
import { roundCompositeIndex, roundStatistic } from './round-statistic.ts';

describe('a published statistic', () => {
  it.each([
    ['PM2.5', 34.5, 34, 34.5],
    ['PM2.5', 35.5, 36, 35.5],
    ['PM10', 70.25, 70, 70.2],
    ['SO2', 8.35, 8, 8.4],
    ['NO2', 39.95, 40, 40],
    ['O3', 160.5, 160, 160.5],
    ['O3', 159.45, 159, 159.4],
    ['CO', 1.25, 1.2, 1.25],
    ['CO', 1.35, 1.4, 1.35],
    ['CO', 0.745, 0.7, 0.74],
  ] as const)(
    'of %s, %d, is %d by the edition of 2013 and %d by that of 2026',
    (pollutant, value, old, now) => {
      expect(roundStatistic(pollutant, value, 'HJ 663-2013')).toBe(old);
      expect(roundStatistic(pollutant, value, 'HJ 663-2026')).toBe(now);
    },
  );

  it('is null without a statistic', () => {
    expect(roundStatistic('CO', null, 'HJ 663-2026')).toBeNull();
    expect(roundCompositeIndex(null, 'HJ 663-2026')).toBeNull();
  });

  it('goes to the even neighbour of a half that only binary fractions miss', () => {
    // Means of days with 24, 22 and 21 hours, exactly 12.5 and 13.5.
    const above = computeMean([388 / 24, 220 / 22, 238 / 21]) ?? 0;
    const below = computeMean([392 / 24, 231 / 22, 287 / 21]) ?? 0;
    expect([roundHalfEven(above, 0), roundHalfEven(below, 0)]).toEqual([13, 13]);
    expect(roundStatistic('NO2', above, 'HJ 663-2013')).toBe(12);
    expect(roundStatistic('NO2', below, 'HJ 663-2013')).toBe(14);
  });

  it('is at most half a unit away, has the decimals of its edition, and is rounded once', () => {
    const edition = fc.constantFrom('HJ 663-2013', 'HJ 663-2026');
    const value = fc.double({ min: 0, max: 5000, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...allPollutants), value, edition, (pollutant, given, by) => {
        const scale = 10 ** assessmentStandards[by].rules.decimals.value[pollutant];
        const rounded = roundStatistic(pollutant, given, by) ?? Number.NaN;
        expect(Math.abs(rounded - given)).toBeLessThanOrEqual(0.5 / scale + 1e-8);
        expect(rounded).toBe(Math.round(rounded * scale) / scale);
        expect(roundStatistic(pollutant, rounded, by)).toBe(rounded);
      }),
    );
  });
});

describe('a published composite index', () => {
  it.each([
    [4.2025, 4.202],
    [4.202500000000001, 4.202],
    [4.2035, 4.204],
    [3.8306141897534602, 3.831],
  ])('of %d is %d', (value, published) => {
    expect(roundCompositeIndex(value, 'HJ 663-2013')).toBe(published);
    expect(roundCompositeIndex(value, 'HJ 663-2026')).toBe(published);
  });
});
