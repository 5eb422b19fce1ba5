import { DAY_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import { findClosedHour, listSameHours } from './same-hour.rule.ts';

describe('the same hour of other days', () => {
  it('is a multiple of 24 hours earlier where the clock never changes', () => {
    const hour = Date.parse('2026-11-09T04:00Z');
    expect(listSameHours(hour, 'Asia/Shanghai')).toEqual(
      Array.from({ length: 14 }, (_, before) => hour - (before + 1) * DAY_MS),
    );
  });

  it('follows the clock of the site when summer time ends', () => {
    // 08:00 in Paris is 07:00 UTC in winter and 06:00 UTC before 25 October.
    const found = listSameHours(Date.parse('2026-10-27T07:00Z'), 'Europe/Paris');
    expect(found.slice(0, 4).map((at) => new Date(at ?? 0).toISOString().slice(0, 13))).toEqual([
      '2026-10-26T07',
      '2026-10-25T07',
      '2026-10-24T06',
      '2026-10-23T06',
    ]);
  });

  it('is missing on the day that skips it', () => {
    // On 29 March 2026 the clock of Paris goes from 02:00 to 03:00.
    const found = listSameHours(Date.parse('2026-03-31T00:00Z'), 'Europe/Paris');
    expect(found[0]).toBe(Date.parse('2026-03-30T00:00Z'));
    expect(found[1]).toBeNull();
    expect(found[2]).toBe(Date.parse('2026-03-28T01:00Z'));
  });
});

describe('the newest hour that has ended', () => {
  it.each([
    ['Asia/Shanghai', '2026-11-09T12:20Z', '2026-11-09T11:00Z'],
    ['Asia/Shanghai', '2026-11-09T12:00Z', '2026-11-09T11:00Z'],
    ['Asia/Kolkata', '2026-11-09T12:20Z', '2026-11-09T10:30Z'],
  ])('in %s at %s began at %s', (zone, now, start) => {
    expect(findClosedHour(Date.parse(now), zone)).toBe(Date.parse(start));
  });
});
