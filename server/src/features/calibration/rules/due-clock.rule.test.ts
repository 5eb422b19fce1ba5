import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import { isRunDue } from './due.rule.ts';

const paris = 'Europe/Paris';
const daily = (runHour: number) => ({ schedule: 'daily' as const, runHour, runWeekday: 1 });

/** Whether a round is due for the first time at this moment, after one that ran a day before. */
function isFirstDue(moment: number, runHour: number, zone = paris): boolean {
  const schedule = { ...daily(runHour), changedAt: 0, lastAt: moment - 20 * HOUR_MS };
  return !isRunDue(schedule, moment - MINUTE_MS, zone) && isRunDue(schedule, moment, zone);
}

describe('a daily round on the days on which the clock changes', () => {
  it.each([
    ['the day in March on which an hour is missing', Date.UTC(2026, 2, 29, 4), 6],
    ['the day in October that has an hour twice', Date.UTC(2026, 9, 25, 5), 6],
    ['an ordinary day', Date.UTC(2026, 5, 1, 4), 6],
    ['midnight of such a day', Date.UTC(2026, 2, 28, 23), 0],
  ])('is due by the clock on the wall: %s', (_, moment, runHour) => {
    expect(isFirstDue(moment, runHour)).toBe(true);
  });

  it('is due once in the hour that comes twice', () => {
    const first = Date.UTC(2026, 9, 25, 0);
    expect(isFirstDue(first, 2)).toBe(true);
    const schedule = { ...daily(2), changedAt: 0, lastAt: first };
    expect(isRunDue(schedule, first + HOUR_MS, paris)).toBe(false);
  });

  it('is due at the hour that follows one that is skipped', () => {
    expect(isFirstDue(Date.UTC(2026, 2, 29, 1), 2)).toBe(true);
  });

  it('is due on every date, also shortly after midnight', () => {
    // 24 hours before 00:30 of the 26th it is 01:30 of the 25th, the day with 25 hours.
    const now = Date.UTC(2026, 9, 25, 23, 30);
    const schedule = { ...daily(23), changedAt: 0, lastAt: Date.UTC(2026, 9, 24, 21) };
    expect(isRunDue(schedule, now, paris)).toBe(true);
  });
});

describe('a weekly round', () => {
  it('is due on its weekday by the clock on the wall', () => {
    // Sunday 29 March 2026, 06:00 in Paris.
    const moment = Date.UTC(2026, 2, 29, 4);
    const weekly = { schedule: 'weekly' as const, runHour: 6, runWeekday: 7, changedAt: 0, lastAt: null };
    const lastAt = moment - (24 * 7 - 2) * HOUR_MS;
    expect(isRunDue({ ...weekly, lastAt }, moment, paris)).toBe(true);
    expect(isRunDue({ ...weekly, lastAt }, moment - MINUTE_MS, paris)).toBe(false);
  });
});
