import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { dayBounds, formatLocalTime } from '@limpid/contract/local-time';
import { describe, expect, it } from 'vitest';
import { openShift } from './compared-moment.ts';
import { resolveComparison, resolvePeriod } from './period.ts';
import type { QueryPeriod } from './query.ts';

const paris = 'Europe/Paris';

function shiftOf(period: QueryPeriod, comparison: 'before' | 'lastYear', zone = paris, now = 0) {
  const range = resolvePeriod(period, now, zone);
  const compared = resolveComparison(range, comparison, zone);
  if (!compared) throw new Error('Nothing is compared.');
  const shift = openShift({ range, compared, comparison, zone });
  return (moment: string, lineZone = zone) => {
    const moved = shift(Date.parse(moment), lineZone);
    return moved === undefined ? undefined : formatLocalTime(moved, lineZone);
  };
}

describe('a moment of the period before', () => {
  it('keeps its hour of day when the clock changes in the shown period', () => {
    const shift = shiftOf({ fromDay: '2026-10-25', toDay: '2026-10-31' }, 'before');
    expect(shift('2026-10-20T08:00+02:00')).toBe('2026-10-27 08:00');
    expect(shift('2026-10-18T00:00+02:00')).toBe('2026-10-25 00:00');
    expect(shift('2026-10-24T23:00+02:00')).toBe('2026-10-31 23:00');
  });

  it('is the first of two equal hours, and left out where the clock skips its hour', () => {
    const autumn = shiftOf({ fromDay: '2026-10-25', toDay: '2026-10-25' }, 'before');
    expect(autumn('2026-10-24T02:00+02:00')).toBe('2026-10-25 02:00');
    const spring = shiftOf({ fromDay: '2026-03-29', toDay: '2026-03-29' }, 'before');
    expect(spring('2026-03-28T01:00+01:00')).toBe('2026-03-29 01:00');
    expect(spring('2026-03-28T02:00+01:00')).toBeUndefined();
    expect(spring('2026-03-28T03:00+01:00')).toBe('2026-03-29 03:00');
  });

  it('is moved on the clock of its own line', () => {
    const shift = shiftOf({ fromDay: '2026-10-25', toDay: '2026-10-31' }, 'before');
    expect(shift('2026-10-20T08:00+08:00', 'Asia/Shanghai')).toBe('2026-10-27 08:00');
  });

  it('begins with the month that is shown', () => {
    const shift = shiftOf({ fromDay: '2026-03-01', toDay: '2026-03-31' }, 'before');
    expect(shift('2026-02-03T09:00+01:00')).toBe('2026-03-03 09:00');
  });

  it('keeps its hour of day in a day up to now, and its distance in a shorter period', () => {
    const now = Date.parse('2026-10-25T10:00+01:00');
    expect(shiftOf('last24Hours', 'before', paris, now)('2026-10-24T09:00+02:00')).toBe('2026-10-25 09:00');
    const range = { from: now - 2 * HOUR_MS, to: now };
    expect(shiftOf(range, 'before')('2026-10-25T07:00+01:00')).toBe('2026-10-25 09:00');
  });
});

describe('a moment of the year before', () => {
  it('has the same date, also behind 29 February', () => {
    const shift = shiftOf({ fromDay: '2028-02-01', toDay: '2028-03-31' }, 'lastYear');
    expect(shift('2027-02-28T08:00+01:00')).toBe('2028-02-28 08:00');
    expect(shift('2027-03-01T08:00+01:00')).toBe('2028-03-01 08:00');
    // Summer time begins on 28 March 2027 and on 26 March 2028.
    expect(shift('2027-03-27T08:00+01:00')).toBe('2028-03-27 08:00');
  });

  it('is left out on 29 February, which the shown year does not have', () => {
    const shift = shiftOf({ fromDay: '2029-02-01', toDay: '2029-03-31' }, 'lastYear');
    expect(shift('2028-02-29T08:00+01:00')).toBeUndefined();
    expect(shift('2028-03-01T08:00+01:00')).toBe('2029-03-01 08:00');
  });

  it('moves from the 28th to a period that begins on 29 February', () => {
    const shift = shiftOf({ fromDay: '2028-02-29', toDay: '2028-03-02' }, 'lastYear');
    expect(shift('2027-02-28T08:00+01:00')).toBe('2028-02-29 08:00');
    expect(shift('2027-03-02T08:00+01:00')).toBe('2028-03-02 08:00');
  });

  it('has the same dates in a period of moments', () => {
    const from = Date.parse('2028-06-10T06:00+02:00');
    const shift = shiftOf({ from, to: from + DAY_MS / 2 }, 'lastYear');
    expect(shift('2027-06-10T08:00+02:00')).toBe('2028-06-10 08:00');
  });
});

it.each([
  ['Africa/Cairo', '2025-04-24', '2026-04-24'],
  ['Asia/Beirut', '2025-03-29', '2026-03-29'],
  ['America/Santiago', '2025-09-06', '2026-09-06'],
  ['America/Havana', '2025-03-08', '2026-03-08'],
])('a day stays a day where the clock changes at midnight: %s', (zone, from, to) => {
  const range = resolvePeriod({ fromDay: '2026-01-01', toDay: '2026-12-31' }, 0, zone);
  const compared = resolveComparison(range, 'lastYear', zone);
  if (!compared) throw new Error('Nothing is compared.');
  const shift = openShift({ range, compared, comparison: 'lastYear', zone });
  for (const offset of [0, 1]) {
    const day = (date: string) => new Date(Date.parse(date) + offset * DAY_MS).toISOString().slice(0, 10);
    expect(shift(dayBounds(day(from), zone)[0], zone, 'day')).toBe(dayBounds(day(to), zone)[0]);
  }
});
