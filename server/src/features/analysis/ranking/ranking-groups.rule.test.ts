import { describe, expect, it } from 'vitest';
import { indexGroup, mayOzoneHourCount } from './ranking-groups.rule.ts';

describe('the index of a group', () => {
  const able = { 'PM2.5': 4, PM10: 4, SO2: 4, NO2: 4, CO: 4, O3: 4 };
  const measured = new Set(['PM2.5', 'PM10', 'SO2', 'NO2', 'CO', 'O3'] as const);
  const at = (sites: number, pm25 = 60) => ({
    date: '2026-11-03',
    means: {
      'PM2.5': { mean: pm25, sites },
      PM10: { mean: 30, sites: 4 },
      SO2: { mean: 10, sites: 4 },
      NO2: { mean: 15, sites: 4 },
      CO: { mean: 0.8, sites: 4 },
      O3: { mean: 90, sites: 4 },
    },
  });

  it('needs three quarters of the sites for each pollutant', () => {
    expect(indexGroup([at(3)], { able, measured }, 'daily', 1)).toMatchObject({
      value: 100,
      primary: 'PM2.5',
      reference: false,
    });
    expect(indexGroup([at(2)], { able, measured }, 'daily', 1)).toMatchObject({
      value: null,
      reason: 'withheld',
      missing: ['PM2.5'],
    });
  });

  it('is a reference value for a group that does not measure all pollutants', () => {
    const some = { able: { ...able, O3: 0 }, measured: new Set(['PM2.5', 'PM10'] as const) };
    expect(indexGroup([at(4)], some, 'daily', 1)).toMatchObject({
      value: 100,
      reference: true,
      reason: null,
    });
  });

  it('is the mean of three quarters of the days', () => {
    const days = [at(4, 60), at(4, 60), at(4, 35)];
    expect(indexGroup(days, { able, measured }, 'daily', 4)).toMatchObject({
      value: expect.closeTo(83.333, 2),
      counted: 3,
    });
    expect(indexGroup(days.slice(1), { able, measured }, 'daily', 4)).toMatchObject({
      value: null,
      reason: 'tooLittle',
    });
    expect(indexGroup([], { able, measured }, 'daily', 4)).toMatchObject({ value: null, reason: 'noData' });
  });

  it('counts the highest hour of ozone up to HJ 633-2012 only', () => {
    const day = (date: string, sites = 4) => ({ ...at(4, 20), date, highestOzone: { mean: 280, sites } });
    const indexOf = (one: ReturnType<typeof day>) => indexGroup([one], { able, measured }, 'daily', 1);
    expect(indexOf(day('2026-02-28'))).toMatchObject({ value: 140, primary: 'O3' });
    expect(indexOf(day('2026-02-28', 2)).value).toBe(45);
    expect(indexOf(day('2026-03-01')).value).toBe(45);
  });
});

describe('the highest hours of ozone', () => {
  const day = (date: string, mean?: number) => ({
    date,
    means: mean === undefined ? {} : { O3: { mean, sites: 1 } },
  });

  it.each([
    ['after the standard of 2012', day('2026-03-01', 100), 300, false],
    ['if they cannot exceed the sub-index of eight hours', day('2026-02-28', 100), 160, false],
    ['if they may exceed it', day('2026-02-28', 100), 161, true],
    ['without an 8-hour mean', day('2026-02-28'), 10, true],
    ['if the highest value of a site is unknown', day('2026-02-28', 100), null, true],
  ])('matter %s', (_, given, highest, expected) => {
    expect(mayOzoneHourCount(given, highest, 1)).toBe(expected);
  });

  it('decide alone where too few sites have an 8-hour mean', () => {
    expect(mayOzoneHourCount(day('2026-01-10', 180), 210, 1)).toBe(false);
    expect(mayOzoneHourCount(day('2026-01-10', 180), 210, 2)).toBe(true);
  });
});
