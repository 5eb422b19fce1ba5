import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allPollutants } from '../pollutant.ts';
import { assessPeriod } from './assess-period.ts';
import { makeAssessedDays } from './assessed-days.fixture.ts';

const period = { first: '2026-01-01', last: '2026-06-30' };
const pollutant = fc.constantFrom(...allPollutants);
const concentrations = fc.array(fc.double({ min: 0, max: 1000, noNaN: true }), {
  minLength: 1,
  maxLength: 181,
});
const places = fc.uniqueArray(fc.integer({ min: 0, max: 180 }), { maxLength: 100 });

describe('statistics of a period', () => {
  it('lie between the extremes, and shares between 0 and 1', () => {
    fc.assert(
      fc.property(pollutant, concentrations, places, (one, values, invalid) => {
        const days = makeAssessedDays(period.first, { [one]: values }, invalid);
        const found = assessPeriod(period, days).pollutants[one];
        const { minimum, maximum, statistic, mean, percentile, exceedance } = found;
        expect(found.validDays).toBeLessThanOrEqual(found.measuredDays);
        expect(found.validShare).toBeLessThanOrEqual(1);
        if (minimum === null || maximum === null) {
          expect([statistic, exceedance.rate, found.valid]).toEqual([null, null, false]);
          return;
        }
        for (const between of [statistic, mean, percentile]) {
          expect(between).toBeGreaterThanOrEqual(minimum - 1e-9);
          expect(between).toBeLessThanOrEqual(maximum + 1e-9);
        }
        expect(days.find(({ day }) => day === found.maximumDay)?.values[one]?.value).toBe(maximum);
        expect(exceedance.rate).toBe(exceedance.days / found.validDays);
        expect(exceedance.greatestFactor === null).toBe(exceedance.days === 0);
        if (exceedance.greatestFactor !== null) expect(exceedance.greatestFactor).toBeGreaterThan(0);
      }),
    );
  });

  it('do not depend on invalid days, days outside, or other pollutants', () => {
    fc.assert(
      fc.property(pollutant, concentrations, places, (one, values, invalid) => {
        const days = makeAssessedDays(period.first, { [one]: values }, invalid);
        const valid = days.filter((_, place) => !invalid.includes(place));
        const outside = [
          ...makeAssessedDays('2025-12-31', { [one]: [999] }),
          ...makeAssessedDays('2026-07-01', { [one]: [999] }),
        ];
        const other = allPollutants.find((candidate) => candidate !== one) ?? one;
        const crowded = [...days, ...outside].map(({ day, values: own }) => ({
          day,
          values: { ...own, [other]: { value: 5, valid: true } },
        }));
        const expected = assessPeriod(period, valid).pollutants[one];
        const found = assessPeriod(period, crowded).pollutants[one];
        expect(found).toEqual({ ...expected, measuredDays: values.length });
      }),
    );
  });

  it('do not depend on the order of the days', () => {
    fc.assert(
      fc.property(pollutant, concentrations, (one, values) => {
        const days = makeAssessedDays(period.first, { [one]: values });
        const expected = assessPeriod(period, days).pollutants[one];
        const found = assessPeriod(period, days.toReversed()).pollutants[one];
        // Of several equal days the first one given has the maximum.
        expect({ ...found, maximumDay: expected.maximumDay }).toEqual(expected);
      }),
    );
  });

  it('count a day as exceeding no less often when it is higher', () => {
    fc.assert(
      fc.property(
        pollutant,
        concentrations,
        fc.double({ min: 0, max: 200, noNaN: true }),
        (one, values, more) => {
          const daysOf = (series: number[]) =>
            assessPeriod(period, makeAssessedDays(period.first, { [one]: series })).pollutants[one].exceedance
              .days;
          expect(daysOf(values.map((value) => value + more))).toBeGreaterThanOrEqual(daysOf(values));
        },
      ),
    );
  });
});
