import type { CalibrationStatistics } from '@limpid/contract/calibration/result';
import { describe, expect, it } from 'vitest';
import { compareWithReference } from './statistics.rule.ts';
import { checkTargets, judgeTargets } from './targets.rule.ts';

const good: CalibrationStatistics = {
  count: 40,
  rSquared: 0.9,
  slope: 1,
  intercept: 1,
  bias: 0,
  mae: 2,
  rmse: 3,
  nrmse: 10,
};
const met = (
  changes: Partial<CalibrationStatistics>,
  pollutant: 'PM2.5' | 'O3' | 'CO' | 'NO2',
  unit: string,
) =>
  checkTargets({ ...good, ...changes }, pollutant, unit)
    .filter((check) => check.met)
    .map(({ name }) => name);
const all = ['slope', 'intercept', 'rSquared', 'error'];

describe('the targets of the US EPA', () => {
  it.each([
    ['slope', { slope: 1.36 }],
    ['intercept', { intercept: -5.1 }],
    ['rSquared', { rSquared: 0.69 }],
    ['error', { rmse: 7.1, nrmse: 31 }],
  ])('for PM2.5 have a limit of the %s', (name, changes) => {
    expect(met(changes, 'PM2.5', 'µg/m³')).toEqual(all.filter((one) => one !== name));
  });

  it('for particles are met by one of the two errors', () => {
    expect(met({ rmse: 7.1, nrmse: 29 }, 'PM2.5', 'µg/m³')).toEqual(all);
    expect(met({ rmse: 6.9, nrmse: 60 }, 'PM2.5', 'µg/m³')).toEqual(all);
  });

  it('for gases are in ppb and ppm, whatever the unit of the channel', () => {
    // 5 ppb of ozone are 9.8 µg/m³.
    expect(met({ rmse: 9.7, intercept: -9.7 }, 'O3', 'µg/m³')).toEqual(all);
    expect(met({ rmse: 9.9, intercept: -9.9 }, 'O3', 'µg/m³')).toEqual(['slope', 'rSquared']);
    expect(met({ rmse: 4.9, intercept: 4.9 }, 'O3', 'ppb')).toEqual(all);
    // 0.05 ppm of CO are 0.057 mg/m³.
    expect(met({ rmse: 0.17, intercept: 0.056 }, 'CO', 'mg/m³')).toEqual(all);
    expect(met({ rmse: 0.18, intercept: 0.058 }, 'CO', 'mg/m³')).toEqual(['slope', 'rSquared']);
  });

  it('are met, partly met or missed', () => {
    expect(judgeTargets(checkTargets(good, 'NO2', 'µg/m³'))).toBe('met');
    expect(judgeTargets(checkTargets({ ...good, slope: 3 }, 'NO2', 'µg/m³'))).toBe('partly');
    const bad = { ...good, slope: 3, intercept: 99, rSquared: 0.1, rmse: 99 };
    expect(judgeTargets(checkTargets(bad, 'NO2', 'µg/m³'))).toBe('missed');
    expect(judgeTargets(checkTargets(good, 'PM2.5', 'counts'))).toBeNull();
  });
});

describe('the statistics of corrected values', () => {
  it('are those of their errors', () => {
    const pairs = [
      [10, 20],
      [20, 30],
      [30, 60],
    ].map(([raw = 0, reference = 0], at) => ({ at, raw, reference }));
    const found = compareWithReference(pairs, { k: 2, b: -5 }, { min: 0, max: null });
    // Corrected: 15, 35, 55.
    expect(found?.bias).toBeCloseTo(-5 / 3, 9);
    expect(found?.mae).toBe(5);
    expect(found?.rmse).toBe(5);
    expect(found?.nrmse).toBeCloseTo((100 * 5) / (110 / 3), 9);
  });

  it('have corrected values within the range of the channel', () => {
    const pairs = [1, 2, 3].map((raw, at) => ({ at, raw, reference: 0 }));
    expect(compareWithReference(pairs, { k: 1, b: -9 }, { min: 0, max: null })?.mae).toBe(0);
  });
});
