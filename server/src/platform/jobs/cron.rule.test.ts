import { describe, expect, it } from 'vitest';
import { formatInZone } from '../clock.ts';
import { parseSchedule } from './cron.rule.ts';

const shanghai = 'Asia/Shanghai';
/** A Sunday, 17:00 in Shanghai. */
const now = new Date('2026-11-15T09:00:00Z');

function next(expression: string, zone = shanghai, after = now): string[] {
  const runs = parseSchedule(expression, zone)?.nextFew(3, after) ?? [];
  return runs.map((run) => formatInZone(run, zone));
}

describe('the next runs', () => {
  it.each<[string, string[]]>([
    ['0/10 * * * * ?', ['2026-11-15 17:00:10', '2026-11-15 17:00:20', '2026-11-15 17:00:30']],
    // 1 is Sunday, 2 Monday, 7 Saturday.
    ['0 0 12 ? * 1', ['2026-11-22 12:00:00', '2026-11-29 12:00:00', '2026-12-06 12:00:00']],
    ['0 0 12 ? * 2', ['2026-11-16 12:00:00', '2026-11-23 12:00:00', '2026-11-30 12:00:00']],
    ['0 0 12 ? * 7', ['2026-11-21 12:00:00', '2026-11-28 12:00:00', '2026-12-05 12:00:00']],
    ['0 0 12 ? * SAT-SUN', ['2026-11-21 12:00:00', '2026-11-22 12:00:00', '2026-11-28 12:00:00']],
    ['0 0 12 ? * 6L', ['2026-11-27 12:00:00', '2026-12-25 12:00:00', '2027-01-29 12:00:00']],
    ['0 0 12 ? * 2#1', ['2026-12-07 12:00:00', '2027-01-04 12:00:00', '2027-02-01 12:00:00']],
    ['0 0 12 L * ?', ['2026-11-30 12:00:00', '2026-12-31 12:00:00', '2027-01-31 12:00:00']],
    ['0 0 12 LW * ?', ['2026-11-30 12:00:00', '2026-12-31 12:00:00', '2027-01-29 12:00:00']],
    ['0 0 12 15W * ?', ['2026-11-16 12:00:00', '2026-12-15 12:00:00', '2027-01-15 12:00:00']],
    // Never into another month: the first of May 2027 is a Saturday.
    ['0 0 12 1W 5 ?', ['2027-05-03 12:00:00', '2028-05-01 12:00:00', '2029-05-01 12:00:00']],
    ['0 0 22-1 * * ?', ['2026-11-15 22:00:00', '2026-11-15 23:00:00', '2026-11-16 00:00:00']],
    ['0 0 0 29 2 ?', ['2028-02-29 00:00:00', '2032-02-29 00:00:00', '2036-02-29 00:00:00']],
    ['0 0 0 1 1 ? 2027,2029', ['2027-01-01 00:00:00', '2029-01-01 00:00:00']],
    ['0 0 0 30 2 ?', []],
    ['0 0 0 31 4,6,9,11 ?', []],
    ['0 0 0 1 1 ? 2020', []],
    ['0 0 0 29 2 ? 2027', []],
  ])('follow the expression %s', (expression, runs) => {
    expect(next(expression)).toEqual(runs);
  });

  it('follow the wall clock of the zone', () => {
    expect(parseSchedule('0 0 3 * * ?', 'Europe/Paris')?.next(now)?.toISOString()).toBe(
      '2026-11-16T02:00:00.000Z',
    );
    expect(parseSchedule('0 0 3 * * ?', shanghai)?.next(now)?.toISOString()).toBe('2026-11-15T19:00:00.000Z');
  });

  it('occur once on the day that clocks jump forward, and once when they go back', () => {
    const spring = next('0 30 2 * * ?', 'Europe/Paris', new Date('2027-03-27T02:00:00Z'));
    expect(spring).toEqual(['2027-03-28 03:00:00', '2027-03-29 02:30:00', '2027-03-30 02:30:00']);
    const autumn = next('0 30 2 * * ?', 'Europe/Paris', new Date('2026-10-24T02:00:00Z'));
    expect(autumn).toEqual(['2026-10-25 02:30:00', '2026-10-26 02:30:00', '2026-10-27 02:30:00']);
  });

  it('at regular intervals continue through both changes', () => {
    const ticks = parseSchedule('0 0/30 * * * ?', 'Europe/Paris');
    for (const day of ['2027-03-28T00:00:00Z', '2026-10-25T00:00:00Z']) {
      const runs = ticks?.nextFew(6, new Date(day)) ?? [];
      const gaps = runs.slice(1).map((run, index) => run.getTime() - (runs[index]?.getTime() ?? 0));
      expect(gaps).toEqual([30, 30, 30, 30, 30].map((minutes) => minutes * 60_000));
    }
  });

  it('are none if the expression is invalid', () => {
    expect(parseSchedule('every day', shanghai)).toBeUndefined();
  });
});

describe('the last runs', () => {
  it('include the given moment', () => {
    const last = parseSchedule('0 0 * * * ?', shanghai)?.lastFew(2, now) ?? [];
    expect(last.map((run) => run.toISOString())).toEqual([
      '2026-11-15T08:00:00.000Z',
      '2026-11-15T09:00:00.000Z',
    ]);
    const late =
      parseSchedule('0 0 * * * ?', shanghai)?.lastFew(1, new Date('2026-11-15T09:00:00.700Z')) ?? [];
    expect(late.map((run) => run.toISOString())).toEqual(['2026-11-15T09:00:00.000Z']);
  });
});
