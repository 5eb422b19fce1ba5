import type { CalendarDay } from '@limpid/contract/analysis/calendar';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeMeasureScale } from '../../../air/measure-scale.ts';
import { layOutMonth, listDayClasses, moveDay, showDay, summariseDays } from './calendar-days.ts';
import { findCalendarPeriod, listShownMonths, shiftPeriod, toQueryPeriod } from './calendar-period.ts';

const today = '2026-11-09';
const day: CalendarDay = {
  day: '2026-11-05',
  aqi: 45,
  level: 1,
  primary: null,
  reference: false,
  missing: [],
  note: null,
  o3_8h: null,
  value: 20,
  low: 10,
  high: 30,
  hours: 24,
  flags: null,
  soFar: false,
};

describe('a day', () => {
  it.each([
    ['value', day, false],
    ['value', day, true],
    ['few', { ...day, hours: 19 }, true],
    ['value', { ...day, hours: 19 }, false],
    ['empty', { ...day, aqi: null }, false],
    ['empty', { ...day, value: null, missing: ['O3'] }, true],
    ['withheld', { ...day, aqi: null, missing: ['O3'] }, false],
    ['soFar', { ...day, day: today, soFar: true }, false],
    ['empty', { ...day, day: today, soFar: true, aqi: null }, false],
    ['future', { ...day, day: '2026-11-10', aqi: null }, false],
  ] as const)('is shown as %s', (kind, given, hasChannel) => {
    expect(showDay({ ...given, missing: [...given.missing] }, today, hasChannel).kind).toBe(kind);
  });
});

const month = (period: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ day: `${period}-${String(n + 1).padStart(2, '0')}` }));

it('lays out a month in weeks from Monday', () => {
  // The first of November 2026 is a Sunday.
  const weeks = layOutMonth(month('2026-11', 30));
  expect(weeks).toHaveLength(6);
  expect(weeks[0]?.map((cell) => cell?.day ?? null)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    '2026-11-01',
  ]);
  expect(weeks[5]?.[0]?.day).toBe('2026-11-30');
  expect(layOutMonth(month('2027-02', 28))).toHaveLength(4);
});

it('moves by day and by week, and never leaves the calendar', () => {
  const days = month('2026-11', 30).map((one) => one.day);
  const moves = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End'].map((key) =>
    moveDay(days, '2026-11-11', key),
  );
  expect(moves.map((to) => to?.slice(8))).toEqual(['12', '10', '18', '04', '09', '15']);
  expect(moveDay(days, '2026-11-11', 'a')).toBeUndefined();
  fc.assert(
    fc.property(
      fc.constantFrom(...days),
      fc.constantFrom('ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End'),
      (from, key) => {
        expect(days).toContain(moveDay(days, from, key));
      },
    ),
  );
});

describe('totals', () => {
  const steps = [50, 100, 150, null].map((upTo, n) => ({
    upTo,
    fill: `#00000${n}`,
    ink: '#ffffff',
    name: `level ${n + 1}`,
  }));
  const scale = makeMeasureScale({ title: 'AQI', unit: '', decimals: 0, levelDecimals: 0, steps }, 'en');
  const show = (date: string, aqi: number | null, soFar = false) =>
    showDay({ ...day, day: date, aqi, soFar }, today, false);

  it('count past days by level, those above the second one, and those without a value', () => {
    const days = [
      show('2026-11-01', 40),
      show('2026-11-02', 100),
      show('2026-11-03', 101),
      show('2026-11-04', null),
      show(today, 300, true),
      show(today, null, true),
    ];
    expect(summariseDays(days, listDayClasses(scale, []), () => scale)).toEqual({
      counted: 3,
      without: 1,
      classes: [1, 1, 1, 0],
      above: 1,
    });
  });

  it('judge each day by the limits in force on its date', () => {
    const stricter = makeMeasureScale(
      { ...scale, steps: steps.map((step, n) => ({ ...step, upTo: [50, 80, 150, null][n] ?? null })) },
      'en',
    );
    const scaleOn = (date: string) => (date < '2026-03-01' ? scale : stricter);
    const days = [show('2026-02-28', 90), show('2026-03-01', 90), show('2026-03-02', 80)];
    expect(summariseDays(days, listDayClasses(stricter, []), scaleOn)).toEqual({
      counted: 3,
      without: 0,
      classes: [0, 2, 1, 0],
      above: 1,
    });
  });

  it('shade a channel without levels from its lowest to its highest value', () => {
    const plain = makeMeasureScale(
      { title: 'T', unit: '°C', decimals: 0, levelDecimals: 0, steps: [] },
      'en',
    );
    const classes = listDayClasses(plain, [0, 60]);
    expect(classes.map(({ upTo }) => upTo)).toEqual([10, 20, 30, 40, 50, null]);
    const days = [show('2026-11-01', 0), show('2026-11-02', 60)];
    expect(summariseDays(days, classes, () => plain)).toEqual({
      counted: 2,
      without: 0,
      classes: [1, 0, 0, 0, 0, 1],
      above: null,
    });
    expect(listDayClasses(plain, [])).toEqual([]);
  });
});

describe('the period of a calendar', () => {
  const zone = 'Asia/Shanghai';
  const range = (from: string, to: string) => ({
    from: Date.parse(`${from}T00:00+08:00`),
    to: Date.parse(`${to}T00:00+08:00`) + 86_400_000,
  });

  it.each([
    ['last7Days', '2026-10-28', '2026-11-03', '2026-11'],
    ['thisYear', '2026-01-01', '2026-11-09', '2026'],
    ['lastYear', '2025-01-01', '2025-12-31', '2025'],
    [{ fromDay: '2026-02-01', toDay: '2026-02-28' }, '2026-02-01', '2026-02-28', '2026-02'],
    [{ fromDay: '2024-01-01', toDay: '2024-12-31' }, '2024-01-01', '2024-12-31', '2024'],
  ] as const)('of %j is found', (period, from, to, expected) => {
    expect(findCalendarPeriod(period, range(from, to), zone)).toBe(expected);
  });

  it('is a whole month or year, also of a leap year, and moves over the end of a year', () => {
    expect(toQueryPeriod('2028-02')).toEqual({ fromDay: '2028-02-01', toDay: '2028-02-29' });
    expect(toQueryPeriod('2026')).toEqual({ fromDay: '2026-01-01', toDay: '2026-12-31' });
    expect([shiftPeriod('2026-12', 1), shiftPeriod('2026-01', -1), shiftPeriod('2026', -1)]).toEqual([
      '2027-01',
      '2025-12',
      '2025',
    ]);
    expect(listShownMonths('2026')).toHaveLength(12);
    expect(listShownMonths('2026-03')).toEqual(['2026-03']);
  });
});
