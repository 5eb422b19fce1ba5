import { expect, it } from 'vitest';
import { decibelScale } from '../averaging-scale.rule.ts';
import { fillCalendarDays, totalDays } from './calendar.rule.ts';

it('averages the days as they are stored, without rounding them first', () => {
  const stored = ['2026-03-01', '2026-03-02', '2026-03-03'].map((day, n) => ({
    day,
    aqi: 50 + n,
    main: null,
    whole: true,
    ozone: null,
    // Each rounded to seven digits, these days average to 35.49604.
    value: n === 0 ? 35.496_048 : 35.496_044,
    low: null,
    high: null,
    hours: 24,
  }));
  const dates = stored.map(({ day }) => day);
  expect(totalDays(fillCalendarDays(dates, stored, '2026-03-04'), '2026-03-04')).toMatchObject({
    aqi: 51,
    value: 35.496_05,
  });
});

it('averages sound levels by their energy, and the index as a number', () => {
  const stored = [80, 60].map((value, n) => ({
    day: `2026-03-0${n + 1}`,
    aqi: value,
    main: null,
    whole: true,
    ozone: null,
    value,
    low: null,
    high: null,
    hours: 24,
  }));
  const days = fillCalendarDays(['2026-03-01', '2026-03-02'], stored, '2026-03-04');
  const { aqi, value } = totalDays(days, '2026-03-04', decibelScale);
  expect(aqi).toBe(70);
  expect(value).toBeCloseTo(77.03, 2);
});
