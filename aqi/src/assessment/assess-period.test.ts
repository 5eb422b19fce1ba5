import { describe, expect, it } from 'vitest';
import { allPollutants } from '../pollutant.ts';
import { assessPeriod } from './assess-period.ts';
import { makeAssessedDays } from './assessed-days.fixture.ts';
import { assessmentStandards } from './assessment-standard.ts';
import { computeByPollutant } from './by-pollutant.ts';

/** The numbers 1 to `count` in an order that is not theirs. */
const shuffled = (count: number, step: number) =>
  Array.from({ length: count }, (_, place) => ((place * step) % count) + 1);

const constant = (count: number, value: number) => Array<number>(count).fill(value);

describe('statistics of the values 1 to n', () => {
  it.each([
    ['2024-01-01', '2024-01-31', 31, 28, 29.5, 16, 30.4],
    ['2025-01-01', '2025-12-31', 365, 328.6, 346.8, 183, 357.72],
    ['2025-02-01', '2025-02-28', 28, 25.3, 26.65, 14.5, 27.46],
  ])('from %s to %s, n = %i', (first, last, count, p90, p95, mean, p98) => {
    const values = shuffled(count, 11);
    const days = makeAssessedDays(
      first,
      computeByPollutant(() => values),
    );
    const { pollutants, expectedDays, allValid } = assessPeriod({ first, last }, days);
    expect([expectedDays, allValid]).toEqual([count, true]);
    expect(pollutants.O3.statistic).toBeCloseTo(p90, 10);
    expect(pollutants.CO.statistic).toBeCloseTo(p95, 10);
    for (const pollutant of ['PM2.5', 'PM10', 'SO2', 'NO2'] as const)
      expect(pollutants[pollutant].statistic).toBe(mean);
    expect(pollutants['PM2.5'].percentile).toBeCloseTo(p95, 10);
    expect(pollutants.NO2.percentile).toBeCloseTo(p98, 10);
    const { minimum, maximum, maximumDay } = pollutants.SO2;
    expect([minimum, maximum, maximumDay]).toEqual([1, count, days[values.indexOf(count)]?.day]);
  });
});

describe('a month', () => {
  const february = { first: '2024-02-01', last: '2024-02-29' };

  it('counts measured and valid days, and needs 25 valid ones in a leap February', () => {
    const statisticsOf = (invalid: number[]) =>
      assessPeriod(february, makeAssessedDays(february.first, { NO2: constant(29, 30) }, invalid)).pollutants
        .NO2;
    expect(statisticsOf([0, 1, 2, 3])).toMatchObject({
      measuredDays: 29,
      validDays: 25,
      validShare: 25 / 29,
      valid: true,
    });
    expect(statisticsOf([0, 1, 2, 3, 28])).toMatchObject({ validDays: 24, valid: false, statistic: 30 });
  });

  it('without days has no statistics', () => {
    const { pollutants, composite, expectedDays, allValid } = assessPeriod(february, []);
    expect([expectedDays, allValid]).toEqual([29, false]);
    expect(pollutants.O3).toEqual({
      measuredDays: 0,
      validDays: 0,
      validShare: 0,
      valid: false,
      statistic: null,
      mean: null,
      percentile: null,
      percentileAboveLimit: null,
      minimum: null,
      maximum: null,
      maximumDay: null,
      exceedance: { days: 0, rate: null, greatestFactor: null },
    });
    expect(composite).toMatchObject({ index: null, primary: [] });
  });

  it('with one valid day has its value as every statistic, but is not valid', () => {
    const days = makeAssessedDays(
      '2024-02-10',
      computeByPollutant(() => [9, 42.25]),
      [0],
    );
    const { pollutants, composite, allValid } = assessPeriod(february, days);
    for (const pollutant of allPollutants) {
      const { measuredDays, validDays, statistic, mean, percentile, maximumDay } = pollutants[pollutant];
      expect([measuredDays, validDays, statistic, mean, percentile]).toEqual([2, 1, 42.25, 42.25, 42.25]);
      expect(maximumDay).toBe('2024-02-11');
    }
    expect(composite.index).not.toBeNull();
    expect(allValid).toBe(false);
  });

  it('counts neither days outside nor values that are not concentrations', () => {
    const values = [1000, 10, Number.NaN, -3, Number.POSITIVE_INFINITY, 20];
    const { NO2 } = assessPeriod(february, makeAssessedDays('2024-01-31', { NO2: values })).pollutants;
    expect(NO2).toMatchObject({ measuredDays: 2, statistic: 15, maximum: 20, maximumDay: '2024-02-05' });
    expect(
      assessPeriod(february, [{ day: '2024-02-01', values: { CO: { value: null, valid: true } } }]),
    ).toEqual(assessPeriod(february, []));
  });
});

describe('a day above the limit', () => {
  const exceedanceOf = (
    first: string,
    last: string,
    series: Parameters<typeof makeAssessedDays>[1],
    invalid?: number[],
  ) =>
    computeByPollutant(
      (one) =>
        assessPeriod({ first, last }, makeAssessedDays(first, series, invalid)).pollutants[one].exceedance,
    );

  it('is judged by its published value', () => {
    // Published: 75 and 76, where a half goes to the even number; 160, 160 and 161; 4.0 and 4.1.
    const series = { 'PM2.5': [75.4, 75.5], O3: [160.4, 160.5, 160.6], CO: [4.05, 4.06] };
    const { 'PM2.5': pm, O3, CO } = exceedanceOf('2025-06-01', '2025-06-30', series);
    expect(pm).toEqual({ days: 1, rate: 0.5, greatestFactor: 0.5 / 75 });
    expect(O3.days).toBe(1);
    expect(O3.greatestFactor).toBeCloseTo(0.6 / 160, 12);
    expect(CO.days).toBe(1);
    // The mean of stations that is exactly 160.5, with the noise of a binary fraction.
    expect(exceedanceOf('2025-06-01', '2025-06-30', { O3: [160.50000000000003] }).O3.days).toBe(0);
  });

  it('is judged by the edition in force on that day', () => {
    const days = constant(4, 70);
    const { 'PM2.5': pm, PM10 } = exceedanceOf('2026-02-27', '2026-03-02', { 'PM2.5': days, PM10: days });
    expect(pm).toEqual({ days: 2, rate: 0.5, greatestFactor: 10 / 60 });
    expect(PM10).toEqual({ days: 0, rate: 0, greatestFactor: null });
  });

  it('has the greatest factor where its limit is lower, not where its value is higher', () => {
    const { 'PM2.5': pm } = exceedanceOf('2026-02-28', '2026-03-01', { 'PM2.5': [90, 78] });
    expect(pm.greatestFactor).toBeCloseTo(0.3, 12);
  });

  it('does not count if it is not valid', () => {
    const { NO2 } = exceedanceOf('2025-06-01', '2025-06-30', { NO2: [200, 100, 40] }, [0]);
    expect(NO2).toEqual({ days: 1, rate: 0.5, greatestFactor: 0.25 });
  });
});

describe('the percentile of a period', () => {
  it('is compared with the limit of the last day as published', () => {
    const isAbove = (last: string, value: number) =>
      assessPeriod({ first: last, last }, makeAssessedDays(last, { 'PM2.5': [value] })).pollutants['PM2.5']
        .percentileAboveLimit;
    expect([isAbove('2025-12-31', 75.4), isAbove('2025-12-31', 75.5)]).toEqual([false, true]);
    expect([isAbove('2026-12-31', 60.05), isAbove('2026-12-31', 60.06)]).toEqual([false, true]);
  });
});

describe('an assessment', () => {
  it('is valid only if all six pollutants are', () => {
    const may = { first: '2025-05-01', last: '2025-05-31' };
    const days = makeAssessedDays(
      may.first,
      computeByPollutant((pollutant) => constant(pollutant === 'CO' ? 26 : 31, 1)),
    );
    const { pollutants, composite, allValid } = assessPeriod(may, days);
    expect([pollutants.CO.valid, pollutants.O3.valid, allValid]).toEqual([false, true, false]);
    expect(composite.index).not.toBeNull();
  });

  it.each([
    ['2025-01-01', '2025-12-31', 'HJ 663-2013', 6],
    ['2026-01-01', '2026-12-31', 'HJ 663-2026', 10],
  ] as const)('from %s to %s follows %s: %i where all are at their limits', (first, last, edition, sum) => {
    const limits = assessmentStandards[edition].rules.indexLimits.value;
    const days = makeAssessedDays(
      first,
      computeByPollutant((pollutant) => constant(365, limits[pollutant])),
    );
    const { standard, composite, allValid, validityRule } = assessPeriod({ first, last }, days);
    expect([standard.edition, composite.index, allValid, validityRule]).toEqual([
      edition,
      sum,
      true,
      'standard',
    ]);
  });

  it('of a quarter or a week is valid by our own rule', () => {
    const week = { first: '2026-11-09', last: '2026-11-15' };
    const { validityRule, pollutants } = assessPeriod(
      week,
      makeAssessedDays(week.first, { SO2: constant(6, 9) }),
    );
    expect([validityRule, pollutants.SO2.valid, pollutants.NO2.valid]).toEqual(['own', true, false]);
    expect(assessPeriod({ first: '2026-07-01', last: '2026-09-30' }, []).validityRule).toBe('own');
  });
});
