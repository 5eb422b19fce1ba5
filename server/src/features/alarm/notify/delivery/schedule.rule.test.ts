import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import { findRetryDelay } from './back-off.rule.ts';
import { findNextShift, findQuietEnd, findShifts } from './schedule.rule.ts';

describe('quiet hours', () => {
  it.each([
    // now (UTC), zone, from, to, end (UTC)
    ['2026-11-18T14:30Z', 'Asia/Shanghai', '22:00', '07:00', '2026-11-18T23:00Z'],
    ['2026-11-18T17:00Z', 'Asia/Shanghai', '22:00', '07:00', '2026-11-18T23:00Z'],
    ['2026-11-18T22:59Z', 'Asia/Shanghai', '22:00', '07:00', '2026-11-18T23:00Z'],
    ['2026-11-18T23:00Z', 'Asia/Shanghai', '22:00', '07:00', undefined],
    ['2026-11-18T13:59Z', 'Asia/Shanghai', '22:00', '07:00', undefined],
    ['2026-11-18T14:30Z', 'Europe/Paris', '22:00', '07:00', undefined],
    ['2026-11-18T21:00Z', 'Europe/Paris', '22:00', '07:00', '2026-11-19T06:00Z'],
    ['2026-11-18T11:30Z', 'Europe/Paris', '12:00', '14:00', '2026-11-18T13:00Z'],
    ['2026-11-18T13:00Z', 'Europe/Paris', '12:00', '14:00', undefined],
    ['2026-11-18T13:00Z', 'Europe/Paris', '08:00', '08:00', undefined],
    // The clock goes forward in the night of 29 March and back in that of 25 October.
    ['2026-03-28T22:30Z', 'Europe/Paris', '22:00', '07:00', '2026-03-29T05:00Z'],
    ['2026-10-24T22:30Z', 'Europe/Paris', '22:00', '07:00', '2026-10-25T06:00Z'],
    ['2026-11-18T18:00Z', 'Asia/Kathmandu', '23:00', '06:15', '2026-11-19T00:30Z'],
  ])('at %s in %s, from %s to %s, end at %s', (now, zone, from, to, end) => {
    const found = findQuietEnd(Date.parse(now), zone, { from, to });
    expect(found).toBe(end === undefined ? undefined : Date.parse(end));
  });
});

describe('shifts', () => {
  const shifts = [
    { userId: 1, weekdays: '1,2,3,4,5', fromTime: '08:00', toTime: '18:00' },
    { userId: 2, weekdays: '1,2,3,4,5', fromTime: '18:00', toTime: '08:00' },
    { userId: 3, weekdays: '6,7', fromTime: '00:00', toTime: '00:00' },
  ];

  it.each([
    ['Wednesday noon', '2026-11-18T04:00Z', [1]],
    ['Wednesday evening', '2026-11-18T10:00Z', [2]],
    ['the night to Thursday', '2026-11-18T20:00Z', [2]],
    ['the night to Saturday, with the weekend', '2026-11-20T18:00Z', [2, 3]],
    ['Sunday', '2026-11-22T04:00Z', [3]],
    ['the night to Monday, before anybody begins', '2026-11-22T20:00Z', []],
  ])('on call on %s', (_, now, expected) => {
    expect(findShifts(Date.parse(now), 'Asia/Shanghai', shifts).map(({ userId }) => userId)).toEqual(
      expected,
    );
  });
});

describe('the next shift', () => {
  const shifts = [
    { userId: 1, weekdays: '1,3', fromTime: '08:00', toTime: '18:00' },
    { userId: 2, weekdays: '7', fromTime: '20:00', toTime: '06:00' },
  ];

  it.each([
    // A Wednesday.
    ['before it begins', '2026-11-17T23:59Z', '2026-11-18T00:00Z'],
    ['after the last of the week', '2026-11-18T10:30Z', '2026-11-22T12:00Z'],
    ['at its beginning, the one after it', '2026-11-22T12:00Z', '2026-11-23T00:00Z'],
  ])('%s', (_, now, expected) => {
    const found = findNextShift(Date.parse(now), 'Asia/Shanghai', shifts);
    expect(found && new Date(found).toISOString()).toBe(`${expected.slice(0, 16)}:00.000Z`);
  });

  it('comes again after a week, and never without shifts', () => {
    const [only] = shifts;
    const weekly = only ? [{ ...only, weekdays: '3' }] : [];
    const start = Date.parse('2026-11-18T00:00Z');
    expect(findNextShift(start, 'Asia/Shanghai', weekly)).toBe(start + 7 * DAY_MS);
    expect(findNextShift(start, 'Asia/Shanghai', [])).toBeUndefined();
  });
});

describe('back-off', () => {
  it('waits longer after every attempt, up to an hour', () => {
    const waits = Array.from({ length: 9 }, (_, index) => findRetryDelay(index + 1, 0));
    expect(waits).toEqual([
      10_000,
      30_000,
      MINUTE_MS,
      2 * MINUTE_MS,
      5 * MINUTE_MS,
      15 * MINUTE_MS,
      HOUR_MS,
      HOUR_MS,
      HOUR_MS,
    ]);
  });

  it('gives up after a day', () => {
    expect(findRetryDelay(20, DAY_MS - HOUR_MS)).toBe(HOUR_MS);
    expect(findRetryDelay(20, DAY_MS - HOUR_MS + 1)).toBeUndefined();
  });
});
