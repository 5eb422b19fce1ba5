import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { dayBounds } from '@limpid/contract/local-time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findMissingDays,
  findMissingHours,
  findMissingMinutes,
  joinSlots,
  lateMs,
  leaveOut,
  planRequests,
} from './find-missing.rule.ts';

const zone = 'Asia/Shanghai';
const [start, end] = dayBounds('2026-10-20', zone);
const whole = { from: start, to: end, since: 0, now: end + DAY_MS, zone };
const nothing = { covered: new Map<number, number>(), sent: new Set<number>() };
const hour = (n: number) => start + n * HOUR_MS;
const slots = (...hours: number[]) => hours.map((n) => ({ from: hour(n), to: hour(n + 1) }));
const full = (hours: number) => new Map(Array.from({ length: hours }, (_, n) => [hour(n), 3600]));

describe('missing hours', () => {
  it('have less than 45 minutes of data and no mean of the device', () => {
    const covered = full(24).set(hour(3), 2699).set(hour(4), 2700).set(hour(7), 60);
    covered.delete(hour(8));
    const stored = { covered, sent: new Set([hour(7)]) };
    expect(findMissingHours(whole, stored)).toEqual(slots(3, 8));
  });

  it('neither lie before the first data, nor in the time in which data may still come', () => {
    const now = hour(6) + lateMs;
    expect(findMissingHours({ ...whole, since: hour(2), now }, nothing)).toEqual(slots(2, 3, 4, 5));
    expect(findMissingHours({ ...whole, since: hour(2), now: now - 1 }, nothing)).toEqual(slots(2, 3, 4));
  });

  it('follow the clock of the zone and lie in the period as a whole', () => {
    const india = dayBounds('2026-10-20', 'Asia/Kolkata')[0];
    const period = { ...whole, zone: 'Asia/Kolkata', from: india + 1, to: india + 3 * HOUR_MS - 1 };
    expect(findMissingHours(period, nothing)).toEqual([{ from: india + HOUR_MS, to: india + 2 * HOUR_MS }]);
  });
});

describe('missing days', () => {
  const stored = (hours: number) => ({
    covered: full(hours),
    sent: new Set<number>(),
    sentDays: new Set<number>(),
  });

  it('have fewer than 20 hours with data and no mean of the device', () => {
    expect(findMissingDays(whole, stored(20))).toEqual([]);
    expect(findMissingDays(whole, stored(19))).toEqual([{ from: start, to: end }]);
    expect(findMissingDays(whole, { ...stored(0), sentDays: new Set([start]) })).toEqual([]);
  });

  it('are as long as their clock makes them, and have ended', () => {
    const paris = dayBounds('2026-10-25', 'Europe/Paris');
    const period = { from: paris[0], to: paris[1], since: 0, now: paris[1] + lateMs, zone: 'Europe/Paris' };
    expect(findMissingDays(period, stored(0))).toEqual([{ from: paris[0], to: paris[0] + 25 * HOUR_MS }]);
    expect(findMissingDays({ ...period, now: period.now - 1 }, stored(0))).toEqual([]);
  });
});

it('minutes are missing in steps of the device in which nothing was stored', () => {
  const period = { ...whole, to: start + HOUR_MS };
  const moments = [0, 19, 20, 59].map((minute) => start + minute * MINUTE_MS);
  expect(
    findMissingMinutes(period, 10 * MINUTE_MS, moments).map(({ from }) => (from - start) / MINUTE_MS),
  ).toEqual([30, 40]);
});

describe('requests', () => {
  it('join slots up to their longest period', () => {
    expect(planRequests(slots(0, 1, 5, 6, 30), 6 * HOUR_MS)).toEqual([
      { from: hour(0), to: hour(6), missing: 3 },
      { from: hour(6), to: hour(7), missing: 1 },
      { from: hour(30), to: hour(31), missing: 1 },
    ]);
    expect(planRequests([{ from: start, to: end }], HOUR_MS)).toEqual([{ from: start, to: end, missing: 1 }]);
  });

  it('and gaps keep every slot once, in order, and requests no longer than allowed', () => {
    const hours = fc.uniqueArray(fc.integer({ min: 0, max: 400 })).map((list) => list.sort((a, b) => a - b));
    fc.assert(
      fc.property(hours, fc.integer({ min: 1, max: 48 }), (chosen, longest) => {
        const missing = slots(...chosen);
        for (const spans of [joinSlots(missing), planRequests(missing, longest * HOUR_MS)]) {
          expect(leaveOut(missing, spans)).toEqual([]);
          expect(spans.reduce((sum, span) => sum + span.missing, 0)).toBe(missing.length);
          for (const [place, { from }] of spans.entries())
            expect(from).toBeGreaterThanOrEqual(spans[place - 1]?.to ?? from);
        }
        for (const { from, to, missing: rows } of joinSlots(missing)) expect(to - from).toBe(rows * HOUR_MS);
        for (const { from, to } of planRequests(missing, longest * HOUR_MS))
          expect(to - from).toBeLessThanOrEqual(longest * HOUR_MS);
      }),
    );
  });
});
