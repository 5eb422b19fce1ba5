import { describe, expect, it } from 'vitest';
import {
  averageEightHours,
  findHighestEightHours,
  isHourValid,
  isPeriodValid,
  slideEightHours,
} from './validity.ts';

describe('an hour', () => {
  it.each([
    [45, 60, true],
    [44, 60, false],
    [9, 300, true],
    [8, 300, false],
    [90, 30, true],
    [3, 1200, true],
    [2, 1200, false],
    [1, 3600, true],
    [0, 60, false],
  ])('with %d samples every %d s has validity %s', (samples, interval, valid) => {
    expect(isHourValid(samples, interval)).toBe(valid);
  });
});

describe('longer averages', () => {
  it.each([
    ['eightHours', 6, undefined, true],
    ['eightHours', 5, undefined, false],
    ['day', 20, undefined, true],
    ['day', 19, undefined, false],
    ['month', 27, 1, true],
    ['month', 26, 1, false],
    ['month', 25, 2, true],
    ['month', 24, 2, false],
    ['year', 324, undefined, true],
    ['year', 323, undefined, false],
  ] as const)('%s with %d values (month %s) has validity %s', (period, count, month, valid) => {
    expect(isPeriodValid(period, count, month)).toBe(valid);
  });
});

describe('8-hour means', () => {
  it('slide by one hour and start once six hours are known', () => {
    const means = slideEightHours([10, 20, 30, 40, 50, 60, 70, 80, 90]);
    expect(means).toEqual([null, null, null, null, null, 35, 40, 45, 55]);
  });

  it('skip unknown hours if six are left', () => {
    expect(slideEightHours([10, null, 10, Number.NaN, 10, 10, 10, 10]).at(-1)).toBe(10);
    expect(slideEightHours([10, null, 10, null, 10, 10, 10, null]).at(-1)).toBeNull();
    expect(averageEightHours([10, null, 10, Number.NaN, 10, 10, 10, 40])).toBe(15);
    expect(averageEightHours([10, null, 10, null, 10, 10, 10, null])).toBeNull();
  });
});

describe('the highest 8-hour mean of a day', () => {
  const day = (fill: (hour: number) => number | null) => Array.from({ length: 24 }, (_, hour) => fill(hour));

  it('is found among the windows that lie in the day', () => {
    const ozone = day((hour) => (hour >= 12 && hour < 20 ? 150 : 40));
    expect(findHighestEightHours(ozone)).toEqual({ value: 150, valid: true });
    expect(findHighestEightHours(day((hour) => (hour < 6 ? 150 : 40))).value).toBe(122.5);
  });

  it('is shown but invalid with fewer than fourteen windows', () => {
    const morning = day((hour) => (hour < 18 ? 100 : null));
    expect(findHighestEightHours(morning)).toEqual({ value: 100, valid: false });
  });

  it('is valid nevertheless above the limit', () => {
    const hot = day((hour) => (hour < 18 ? 161 : null));
    expect(findHighestEightHours(hot)).toEqual({ value: 161, valid: true });
    const rounded = day((hour) => (hour < 18 ? 160.5 : null));
    expect(findHighestEightHours(rounded).valid).toBe(false);
  });

  it('is null without any known hour', () => {
    expect(findHighestEightHours(day(() => null))).toEqual({ value: null, valid: false });
    expect(findHighestEightHours([])).toEqual({ value: null, valid: false });
  });

  it('treats negative values as missing', () => {
    expect(findHighestEightHours(Array(24).fill(-5))).toEqual({ value: null, valid: false });
    const hours = [-999, -999, ...Array(6).fill(80)];
    expect(slideEightHours(hours).at(-1)).toBe(80);
  });
});
