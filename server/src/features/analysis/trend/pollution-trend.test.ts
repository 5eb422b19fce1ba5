import type { PollutionTrend } from '@limpid/contract/analysis/pollution-trend';
import { dayBounds } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addSite } from '../../../testing/stations.ts';
import { readExportedLines, rollUp, setClock, storeSteps } from '../analysis.fixture.ts';

let test: TestApp;
let token: string;
let china: number;
let paris: number;

/** PM2.5, which is in slot 1, is ten plus the hour of day in UTC, so a value reveals the local hour that it is counted in. */
const valuesAt = (at: number) => [10 + new Date(at).getUTCHours()];

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, '2026-11-09T12:20:00Z');
  const add = async (mn: string, zone: string, first: string, last: string) => {
    const siteId = await addSite(test, { mn, zone, interval: 600 });
    const [from, to] = [dayBounds(first, zone)[0], dayBounds(last, zone)[1]];
    await storeSteps(test, { siteId, zone, from, to, values: valuesAt });
    return siteId;
  };
  china = await add('china', 'Asia/Shanghai', '2026-11-02', '2026-11-08');
  // The clock goes back on 25 October.
  paris = await add('paris', 'Europe/Paris', '2026-10-24', '2026-10-26');
  await rollUp(test);
  token = await test.login();
});
afterAll(() => test.close());

async function read(siteId: number, more: Record<string, string>) {
  const query = new URLSearchParams({ siteId: String(siteId), channel: 'PM2.5', ...more });
  return (await test.send('GET', `/analysis/trend?${query}`, { token })).body;
}
const readTrend = async (siteId: number, more: Record<string, string>) =>
  (await read(siteId, more))['data'] as PollutionTrend;

describe('the pollution trend of a site', () => {
  it('groups hours on its clock, and days by weekday and month', async () => {
    const { zone, period, compared } = await readTrend(china, { from: '2026-11-02', to: '2026-11-08' });
    expect([zone, period.hours, period.validDays, compared]).toEqual(['Asia/Shanghai', 168, 7, null]);
    // Midnight in Shanghai is 16:00 UTC.
    expect(period.byHour[0]).toMatchObject({ group: 0, count: 7, mean: 26 });
    expect(period.byHour).toHaveLength(24);
    // 2 November is a Monday, and every hour of that week has one value.
    expect(period.byWeekHour).toHaveLength(168);
    expect(period.byWeekHour[0]).toEqual({ group: 0, count: 1, mean: 26, lower: null, upper: null });
    expect(period.byWeekHour.at(-1)).toMatchObject({ group: 167, mean: 25 });
    expect(period.byWeekday.map(({ group, count }) => [group, count])).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((day) => [day, 1]),
    );
    expect(period.byMonth).toMatchObject([{ group: 11, count: 7, mean: 21.5 }]);
  });

  it('counts both hours that the clock repeats in autumn', async () => {
    const { period } = await readTrend(paris, { from: '2026-10-24', to: '2026-10-26' });
    expect(period.hours).toBe(73);
    // 25 October is a Sunday.
    expect(period.byWeekHour.find(({ group }) => group === 6 * 24 + 2)?.count).toBe(2);
    expect(period.byHour.map(({ count }) => count)).toEqual(
      Array.from({ length: 24 }, (_, hour) => (hour === 2 ? 4 : 3)),
    );
  });

  // Daily means of PM2.5 are 21.5 µg/m³, with up to 33 in an hour.
  it.each([
    ['china', 1],
    ['us', 2],
    ['europe', 3],
    ['atmo', 3],
  ])('counts the days of a month by the levels of %s', async (index, level) => {
    const { longTerm } = await readTrend(china, { from: '2026-11-02', to: '2026-11-08', index });
    const levels = Array.from({ length: 6 }, (_, n) => (n + 1 === level ? 7 : 0));
    expect(longTerm.months).toMatchObject([{ month: '2026-11', levels, withoutIndex: 1 }]);
  });

  it('reads another period beside the first', async () => {
    const { period, compared } = await readTrend(china, {
      from: '2026-11-05',
      to: '2026-11-08',
      comparedFrom: '2026-11-02',
      comparedTo: '2026-11-04',
    });
    expect([period.hours, compared?.hours]).toEqual([96, 72]);
    expect([compared?.from, compared?.to]).toEqual(['2026-11-02', '2026-11-04']);
  });

  it('lists months from the first with data, and has no slope with few of them', async () => {
    const { longTerm } = await readTrend(china, { from: '2026-11-08', years: '10' });
    expect(longTerm.months).toMatchObject([{ month: '2026-11', validDays: 7, valid: false, mean: 21.5 }]);
    expect(longTerm.trend).toBeNull();
  });

  it('is empty for a period without data', async () => {
    const { period, longTerm } = await readTrend(china, { from: '2020-01' });
    expect(period).toMatchObject({ hours: 0, validDays: 0, byHour: [], byWeekHour: [], byMonth: [] });
    expect(longTerm.months).toEqual([]);
  });

  it.each([
    ['to', '2026-11-01', 'a reversed range'],
    ['from', '2010-01-01', 'a range of more than ten years'],
    ['from', '2026-02-30', 'a day that the calendar does not have'],
    ['comparedFrom', '2026-13', 'a month that the calendar does not have'],
    ['years', '11', 'more than ten years'],
    ['channel', 'WD', 'a channel without a mean'],
    ['channel', 'nothing', 'an unknown channel'],
    ['siteId', '2147483000', 'an unknown site'],
  ])('with %s=%s is refused: %s', async (name, value) => {
    const query = { from: '2026-11-02', to: '2026-11-08', [name]: value };
    const { code, msg } = await read(china, query);
    expect(code).not.toBe(200);
    expect(msg).not.toBe('');
  });
});

describe('the export of the pollution trend', () => {
  it('has a row for each group of both periods and for each month', async () => {
    const query = {
      siteId: china,
      channel: 'PM2.5',
      from: '2026-11-05',
      to: '2026-11-08',
      comparedFrom: '2026-11-02',
      comparedTo: '2026-11-04',
    };
    const lines = await readExportedLines(test, token, '/analysis/trend/export', query);
    expect(lines).toHaveLength(1 + 2 * 24 + 7 * 24 + 7 + 2 + 1);
    expect(lines[1]).toContain('2026-11-05,2026-11-08,0,4,26');
  });
});
