import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allPollutants } from '../pollutant.ts';
import { assessmentStandards } from './assessment-standard.ts';
import { computeByPollutant } from './by-pollutant.ts';
import { computeCompositeIndex } from './composite-index.ts';

const old = assessmentStandards['HJ 663-2013'];
const now = assessmentStandards['HJ 663-2026'];
const standards = [
  ['HJ 663-2013', old, 6],
  ['HJ 663-2026', now, 10],
] as const;

describe('the composite index', () => {
  it.each(standards)('of %s is the sum of the weights where all are at their limits', (_, standard, sum) => {
    const { index, single, primary } = computeCompositeIndex(standard.rules.indexLimits.value, standard);
    expect(index).toBe(sum);
    expect(single).toEqual(computeByPollutant(() => 1));
    expect(primary).toEqual(allPollutants);
  });

  it('adds the parts of both editions as computed by hand', () => {
    const statistics = { 'PM2.5': 42, PM10: 63, SO2: 12, NO2: 30, CO: 1.2, O3: 176 };
    const before = computeCompositeIndex(statistics, old);
    // 1.2 + 0.9 + 0.2 + 0.75 + 0.3 + 1.1
    expect(before.index).toBeCloseTo(4.45, 12);
    expect(before.primary).toEqual(['PM2.5']);
    const after = computeCompositeIndex(statistics, now);
    // 3 × 1.4 + 1.05 + 0.2 + 2 × 0.75 + 0.3 + 2 × 1.1
    expect(after.index).toBeCloseTo(9.45, 12);
    expect(after.single['PM2.5']).toBeCloseTo(1.4, 12);
    expect(after.weighted['PM2.5']).toBeCloseTo(4.2, 12);
  });

  it('has the primary pollutant without weights', () => {
    const statistics = { 'PM2.5': 15, PM10: 40, SO2: 6, NO2: 20, CO: 0.4, O3: 88 };
    // PM10 has 0.667; with weights PM2.5 would have 1.5, and O3 1.1.
    expect(computeCompositeIndex(statistics, now).primary).toEqual(['PM10']);
  });

  it('is null with a pollutant missing, and the largest of the others is primary', () => {
    const statistics = { ...old.rules.indexLimits.value, O3: null, NO2: 40.4 };
    const { index, single, weighted, primary } = computeCompositeIndex(statistics, old);
    expect([index, single.O3, weighted.O3, primary]).toEqual([null, null, null, ['NO2']]);
  });

  it('has no primary pollutant without statistics', () => {
    expect(
      computeCompositeIndex(
        computeByPollutant(() => null),
        old,
      ).primary,
    ).toEqual([]);
    expect(
      computeCompositeIndex(
        computeByPollutant(() => 0),
        old,
      ),
    ).toMatchObject({ index: 0, primary: [] });
  });

  it('grows with all statistics alike and is the sum of its parts', () => {
    const factor = fc.double({ min: 0.01, max: 20, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...standards), factor, ([, standard, sum], times) => {
        const { value: limits } = standard.rules.indexLimits;
        const statistics = computeByPollutant((pollutant) => limits[pollutant] * times);
        const { index, weighted, primary } = computeCompositeIndex(statistics, standard);
        expect(index).toBeCloseTo(sum * times, 9);
        expect(Object.values(weighted).reduce<number>((total, part) => total + (part ?? 0), 0)).toBe(index);
        expect(primary).toEqual(allPollutants);
      }),
    );
  });
});
