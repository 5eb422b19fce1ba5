import { HOUR_MS } from '@limpid/contract/durations';
import { formatLocalTime } from '@limpid/contract/local-time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitPeriod, type PeriodUnit, resolveComparison, resolvePeriod, resolveStep } from './period.ts';
import type { Preset, QueryPeriod } from './query.ts';

const china = 'Asia/Shanghai';
const paris = 'Europe/Paris';
/** 16 November 2026, 09:30 in China. */
const now = Date.UTC(2026, 10, 16, 1, 30);

const format = ({ from, to }: { from: number; to: number }, zone: string) =>
  `${formatLocalTime(from, zone)} – ${formatLocalTime(to, zone)}`;

describe('a period', () => {
  it.each<[Preset, string]>([
    ['last24Hours', '2026-11-15 09:30 – 2026-11-16 09:30'],
    ['today', '2026-11-16 00:00 – 2026-11-17 00:00'],
    ['yesterday', '2026-11-15 00:00 – 2026-11-16 00:00'],
    ['last7Days', '2026-11-10 00:00 – 2026-11-17 00:00'],
    ['last30Days', '2026-10-18 00:00 – 2026-11-17 00:00'],
    ['thisMonth', '2026-11-01 00:00 – 2026-11-17 00:00'],
    ['lastMonth', '2026-10-01 00:00 – 2026-11-01 00:00'],
    ['thisYear', '2026-01-01 00:00 – 2026-11-17 00:00'],
    ['lastYear', '2025-01-01 00:00 – 2026-01-01 00:00'],
  ])('%s is on the clock of the site', (preset, expected) => {
    expect(format(resolvePeriod(preset, now, china), china)).toBe(expected);
  });

  it('begins with another day in another zone', () => {
    expect(format(resolvePeriod('today', Date.UTC(2026, 10, 16, 17), china), china)).toBe(
      '2026-11-17 00:00 – 2026-11-18 00:00',
    );
    expect(format(resolvePeriod('today', Date.UTC(2026, 10, 16, 17), paris), paris)).toBe(
      '2026-11-16 00:00 – 2026-11-17 00:00',
    );
  });

  it('has 25 hours on the day on which clocks are set back', () => {
    const { from, to } = resolvePeriod({ fromDay: '2026-10-25', toDay: '2026-10-25' }, now, paris);
    expect((to - from) / HOUR_MS).toBe(25);
  });

  it('keeps moments, and stays reversed if its days are', () => {
    expect(resolvePeriod({ from: 5, to: 9 }, now, china)).toEqual({ from: 5, to: 9 });
    const { from, to } = resolvePeriod({ fromDay: '2026-11-02', toDay: '2026-10-30' }, now, china);
    expect(from).toBeGreaterThan(to);
  });
});

describe('a period of another screen', () => {
  const hour = { from: Date.UTC(2026, 10, 15, 22), to: Date.UTC(2026, 10, 15, 23) };
  const zoomed = { from: Date.UTC(2026, 10, 14, 15), to: Date.UTC(2026, 10, 14, 18) };
  const days = (fromDay: string, toDay: string) => ({ fromDay, toDay });

  it.each<[QueryPeriod, PeriodUnit, QueryPeriod]>([
    ['last24Hours', 'moments', 'last24Hours'],
    [zoomed, 'moments', zoomed],
    ['last24Hours', 'days', days('2026-11-15', '2026-11-16')],
    ['lastHour', 'days', days('2026-11-16', '2026-11-16')],
    [zoomed, 'days', days('2026-11-14', '2026-11-15')],
    ['last7Days', 'days', 'last7Days'],
    [days('2026-11-02', '2026-10-30'), 'days', days('2026-11-02', '2026-10-30')],
    ['last24Hours', 'daysOrHour', days('2026-11-15', '2026-11-16')],
    ['lastHour', 'daysOrHour', 'lastHour'],
    [hour, 'daysOrHour', hour],
    [hour, 'days', days('2026-11-16', '2026-11-16')],
  ])('%j is, for a screen of %s, %j', (period, unit, expected) => {
    expect(fitPeriod(period, unit, now, china)).toEqual(expected);
  });

  it('is compared with days before the first of its days', () => {
    const range = resolvePeriod(fitPeriod('last24Hours', 'days', now, china), now, china);
    const compared = resolveComparison(range, 'before', china);
    expect(compared && format(compared, china)).toBe('2026-11-13 00:00 – 2026-11-15 00:00');
  });
});

describe('a compared period', () => {
  const compare = (fromDay: string, toDay: string, comparison: 'before' | 'lastYear', zone = china) => {
    const range = resolveComparison(resolvePeriod({ fromDay, toDay }, now, zone), comparison, zone);
    return range && format(range, zone);
  };

  it.each([
    ['2026-11-10', '2026-11-16', 'before', '2026-11-03 00:00 – 2026-11-10 00:00'],
    ['2026-03-01', '2026-03-31', 'before', '2026-02-01 00:00 – 2026-03-01 00:00'],
    ['2026-01-01', '2026-03-31', 'before', '2025-10-01 00:00 – 2026-01-01 00:00'],
    ['2026-03-02', '2026-03-31', 'before', '2026-01-31 00:00 – 2026-03-02 00:00'],
    ['2024-02-29', '2024-02-29', 'lastYear', '2023-02-28 00:00 – 2023-03-01 00:00'],
    ['2026-11-10', '2026-11-16', 'lastYear', '2025-11-10 00:00 – 2025-11-17 00:00'],
  ] as const)('of %s to %s, %s, is %s', (fromDay, toDay, comparison, expected) => {
    expect(compare(fromDay, toDay, comparison)).toBe(expected);
  });

  it('has whole days where the clock changes', () => {
    expect(compare('2026-10-26', '2026-10-26', 'before', paris)).toBe('2026-10-25 00:00 – 2026-10-26 00:00');
  });

  it.each([
    ['2028-06-10T06:00', '2028-06-10T18:30', '2027-06-10 06:00 – 2027-06-10 18:30'],
    ['2028-02-28T06:00', '2028-02-29T12:00', '2027-02-28 06:00 – 2027-02-28 12:00'],
    ['2028-03-01T00:00', '2028-03-02T12:00', '2027-03-01 00:00 – 2027-03-02 12:00'],
  ])('of moments from %s to %s has the same dates a year before', (from, to, expected) => {
    const range = { from: Date.parse(`${from}+08:00`), to: Date.parse(`${to}+08:00`) };
    const compared = resolveComparison(range, 'lastYear', china);
    expect(compared && format(compared, china)).toBe(expected);
  });

  it('ends where the period begins', () => {
    const moment = fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2030, 0) });
    fc.assert(
      fc.property(
        moment,
        fc.integer({ min: 1, max: 400 * 24 }),
        fc.constantFrom(china, paris),
        (from, hours, zone) => {
          const range = { from, to: from + hours * HOUR_MS };
          expect(resolveComparison(range, 'before', zone)?.to).toBe(from);
          expect(resolveComparison(range, 'none', zone)).toBeUndefined();
        },
      ),
    );
  });
});

describe('a step', () => {
  const day = 24 * HOUR_MS;
  it.each([
    [6 * HOUR_MS, 'minute'],
    [day, 'five'],
    [7 * day, 'hour'],
    [366 * day, 'hour'],
    [1000 * day, 'day'],
  ] as const)('of its own choice fits a period of %d ms', (length, expected) => {
    expect(resolveStep('auto', { from: 0, to: length })).toBe(expected);
  });

  it('stays as chosen', () => {
    expect(resolveStep('minute', { from: 0, to: 1000 * day })).toBe('minute');
  });
});
