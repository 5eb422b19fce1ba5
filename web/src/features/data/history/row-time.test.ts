import { describe, expect, it } from 'vitest';
import { writeRowTime } from './row-time.ts';

const noon = Date.parse('2026-11-16T04:00Z');

describe('the time of a row', () => {
  it.each([
    ['minute', '12:00'],
    ['five', '12:00–12:05'],
    ['hour', '12:00–13:00'],
    ['day', ''],
  ] as const)('by %s is %j', (granularity, clock) => {
    expect(writeRowTime(noon, granularity, 'Asia/Shanghai', 'en')).toEqual({
      date: 'Nov 16, 2026',
      clock,
      offset: 'UTC+8',
    });
  });

  it('tells the two equal hours of a day of 25 hours apart', () => {
    const first = Date.parse('2026-10-25T00:00Z');
    const times = [first, first + 3_600_000].map((ts) => writeRowTime(ts, 'minute', 'Europe/Paris', 'fr'));
    expect(times.map(({ clock, offset }) => `${clock} ${offset}`)).toEqual(['02:00 UTC+2', '02:00 UTC+1']);
  });

  it('names half hours', () => {
    expect(writeRowTime(noon, 'minute', 'Asia/Kolkata', 'zh').offset).toBe('UTC+5:30');
    expect(writeRowTime(noon, 'minute', 'America/St_Johns', 'zh').offset).toBe('UTC−3:30');
  });
});
