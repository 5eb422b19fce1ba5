import { datesBetween } from '@limpid/contract/local-time';
import { describe, expect, it } from 'vitest';
import { decibelScale, linearScale } from '../averaging-scale.rule.ts';
import type { FilledDay } from '../calendar/calendar.rule.ts';
import { describeMonths, describeTrend, describeVariation, firstTrendDate } from './pollution-trend.rule.ts';

const today = '2026-11-16';

function makeDay(day: string, value: number | null): FilledDay {
  const index = { aqi: 60, level: 2, primary: null, reference: false, missing: [], o3_8h: null };
  return { day, ...index, value, low: null, high: null, hours: value === null ? 0 : 24, soFar: false };
}

describe('a variation', () => {
  it('has means by hour of day, hour of the week, weekday and month', () => {
    const days = ['2026-10-05', '2026-10-11', '2026-11-01'].map((day, i) => makeDay(day, 10 * (i + 1)));
    // Two Sundays and a Monday.
    const hours = [
      { day: '2026-10-11', hour: 8, value: 90 },
      { day: '2026-11-01', hour: 8, value: 110 },
      { day: '2026-10-05', hour: 3, value: 20 },
    ];
    const { byHour, byWeekHour, byWeekday, byMonth } = describeVariation(hours, days, linearScale);
    expect(byHour.map(({ group, count, mean }) => [group, count, mean])).toEqual([
      [3, 1, 20],
      [8, 2, 100],
    ]);
    expect(byWeekHour.map(({ group, count, mean }) => [group, count, mean])).toEqual([
      [3, 1, 20],
      [6 * 24 + 8, 2, 100],
    ]);
    // Monday 5 October, Sundays 11 October and 1 November.
    expect(byWeekday.map(({ group, mean }) => [group, mean])).toEqual([
      [1, 10],
      [7, 25],
    ]);
    expect(byMonth.map(({ group, mean }) => [group, mean])).toEqual([
      [10, 15],
      [11, 30],
    ]);
  });

  it('of sound levels is averaged by energy', () => {
    const hours = [
      { day: '2026-10-05', hour: 0, value: 80 },
      { day: '2026-10-06', hour: 0, value: 60 },
    ];
    const [midnight] = describeVariation(hours, [], decibelScale).byHour;
    expect(midnight?.mean).toBeCloseTo(77.03, 2);
    expect(midnight?.lower).toBe(0);
  });
});

describe('the months', () => {
  it('count valid days and level days, and are valid with enough of them', () => {
    const days = datesBetween('2026-09-01', '2026-10-31').map((day) =>
      makeDay(day, day < '2026-10-06' ? null : 40),
    );
    const [september, october] = describeMonths(days, today, linearScale);
    expect(september).toMatchObject({ month: '2026-09', mean: null, validDays: 0, valid: false });
    expect(october).toMatchObject({ month: '2026-10', mean: 40, validDays: 26, valid: false });
    expect(october?.levels).toEqual([0, 31, 0, 0, 0, 0]);
  });

  it('need fewer days in February', () => {
    const days = datesBetween('2026-02-01', '2026-02-25').map((day) => makeDay(day, 40));
    expect(describeMonths(days, today, linearScale)[0]?.valid).toBe(true);
  });
});

describe('the range of the long-term trend', () => {
  it.each([
    ['2026-11-16', 5, '2021-12-01'],
    ['2026-12-31', 1, '2026-01-01'],
    ['2024-02-29', 10, '2014-03-01'],
  ])('up to %s over %d years begins on %s', (last, count, first) => {
    expect(firstTrendDate(last, count)).toBe(first);
  });

  it('leaves out months before the first with data', () => {
    const empty = { ...makeDay('2026-09-30', null), level: null, aqi: null };
    const months = describeMonths([empty, makeDay('2026-10-01', 4)], today, linearScale);
    expect(months.map(({ month }) => month)).toEqual(['2026-10']);
    expect(describeMonths([empty], today, linearScale)).toEqual([]);
  });
});

describe('the long-term trend', () => {
  const years = (count: number, valueAt: (month: number) => number) =>
    describeMonths(
      datesBetween('2020-01-01', `${2019 + count}-12-31`).map((day) => {
        const month = (Number(day.slice(0, 4)) - 2020) * 12 + Number(day.slice(5, 7)) - 1;
        return makeDay(day, valueAt(month));
      }),
      today,
      linearScale,
    );
  /** A disturbance of up to ±2 without a trend, the same on each run. */
  const disturb = (month: number) => 2 * Math.sin(month * month);
  const season = (month: number) => 30 * Math.cos((month * Math.PI) / 6);

  it('finds the fall per year below a strong season', () => {
    const trend = describeTrend(years(4, (month) => 80 - month / 4 + season(month)));
    expect(trend).toMatchObject({ count: 48, isSignificant: true });
    expect(trend?.slope).toBeCloseTo(-3, 6);
    expect(trend?.line.at(-1)).toBeLessThan(trend?.line[0] ?? 0);
    // Without its season, the series is the line itself.
    for (const [n, value] of (trend?.adjusted ?? []).entries())
      expect(value).toBeCloseTo(trend?.line[n] ?? Number.NaN, 3);
  });

  it('says that there is none in a series that only repeats its season', () => {
    const trend = describeTrend(years(3, (month) => 80 + season(month) + disturb(month)));
    expect(trend?.isSignificant).toBe(false);
  });

  it('has a wedge that holds the line and turns around the middle', () => {
    const trend = describeTrend(years(4, (month) => 80 - month / 4 + season(month) + 4 * disturb(month)));
    if (!trend) throw new Error('There is no trend.');
    const widths = trend.line.map((value, n) => {
      const [low = 0, high = 0] = [trend.wedgeLow[n], trend.wedgeHigh[n]];
      expect(value).toBeGreaterThanOrEqual(low - 1e-3);
      expect(value).toBeLessThanOrEqual(high + 1e-3);
      return high - low;
    });
    expect(Math.min(...widths)).toBe(Math.min(widths[23] ?? 0, widths[24] ?? 0));
    expect(widths[0]).toBeCloseTo(widths.at(-1) ?? 0, 3);
    expect(widths[0]).toBeCloseTo(((trend.upper - trend.lower) * 47) / 24, 3);
  });

  it('needs 24 valid months', () => {
    expect(describeTrend(years(2, (month) => month))).not.toBeNull();
    expect(describeTrend(years(2, (month) => month).slice(1))).toBeNull();
  });
});
