import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { formatLocalTime } from '@limpid/contract/local-time';
import { describe, expect, it } from 'vitest';
import { listZoneTicks } from './zone-ticks.ts';

const paris = 'Europe/Paris';
/** Midnight in Paris before the clock goes forward. */
const spring = Date.parse('2026-03-28T23:00:00Z');
const write = (moments: readonly number[], zone = paris) =>
  moments.map((moment) => formatLocalTime(moment, zone));

describe('the ticks of an axis of time', () => {
  it('are round times of the zone, also across a change of the clock', () => {
    const { unit, moments } = listZoneTicks(spring, spring + 23 * HOUR_MS, paris, 5);
    expect(unit).toBe('time');
    expect(write(moments).map((text) => text.slice(11))).toEqual([
      '00:00',
      '06:00',
      '12:00',
      '18:00',
      '00:00',
    ]);
    const half = listZoneTicks(spring, spring + 12 * HOUR_MS, 'Asia/Kathmandu', 5);
    expect(write(half.moments, 'Asia/Kathmandu').every((text) => text.endsWith(':00'))).toBe(true);
  });

  it('are midnights for weeks, and the same whatever the range begins with', () => {
    const from = Date.parse('2026-03-03T10:00:00Z');
    const days = (shift: number) =>
      write(listZoneTicks(from + shift, from + shift + 40 * DAY_MS, paris, 9).moments);
    expect(days(0).slice(0, 4)).toEqual([
      '2026-03-06 00:00',
      '2026-03-11 00:00',
      '2026-03-16 00:00',
      '2026-03-21 00:00',
    ]);
    expect(days(6 * DAY_MS)[0]).toBe('2026-03-11 00:00');
  });

  it('are at least two for any week on a phone', () => {
    for (let day = 0; day < 31; day++) {
      const from = spring + day * DAY_MS;
      expect(listZoneTicks(from, from + 7 * DAY_MS, paris, 3.4).moments.length).toBeGreaterThanOrEqual(2);
    }
  });

  it('are first days of months for years', () => {
    const from = Date.parse('2025-11-10T00:00:00Z');
    const { unit, moments } = listZoneTicks(from, from + 365 * DAY_MS, paris, 12);
    expect(unit).toBe('month');
    expect(write(moments)).toContain('2026-01-01 00:00');
    expect(write(moments).every((text) => text.endsWith('-01 00:00'))).toBe(true);
  });

  it.each([10 * MINUTE_MS, HOUR_MS, DAY_MS, 7 * DAY_MS, 90 * DAY_MS, 365 * DAY_MS, 7000 * DAY_MS])(
    'are few, and at least one, for %i ms',
    (length) => {
      const { moments } = listZoneTicks(spring, spring + length, paris, 8);
      expect(moments.length).toBeGreaterThan(0);
      expect(moments.length).toBeLessThanOrEqual(10);
    },
  );
});
