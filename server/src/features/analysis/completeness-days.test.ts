import type { SiteCompletenessDays } from '@limpid/contract/analysis/completeness';
import { HOUR_MS } from '@limpid/contract/durations';
import { dayBounds } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addSite } from '../../testing/stations.ts';
import { rollUp, setClock, storeSteps } from './analysis.fixture.ts';

let test: TestApp;
let token: string;
let paris: number;
const zone = 'Europe/Paris';

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, '2026-10-28T10:06:00Z');
  token = await test.login();
  paris = await addSite(test, { mn: 'DAYS', zone, interval: 600 });
  const store = (from: number, to: number, value: number | null = 5) =>
    storeSteps(test, { siteId: paris, zone, from, to, values: () => [value] });
  const [start] = dayBounds('2026-10-24', zone);
  const [long, end] = dayBounds('2026-10-25', zone);
  await store(start + 12 * HOUR_MS, long);
  await store(long, end - HOUR_MS);
  await store(end - HOUR_MS, end, null);
  await rollUp(test);
});
afterAll(() => test.close());

async function days(search: string): Promise<SiteCompletenessDays[]> {
  const { body } = await test.send('GET', `/data/completeness/days?${search}`, { token });
  if (body.code !== 200) throw new Error(body.msg);
  return body['data'] as SiteCompletenessDays[];
}

describe('the completeness of days', () => {
  it('begins with the first data, follows the clock of the site and shows gaps', async () => {
    const [site] = await days(`siteIds=${paris}&from=2026-10`);
    expect(site?.days).toHaveLength(31);
    const named = new Map(site?.days.map((one) => [one.day, one]));
    expect(named.get('2026-10-23')).toMatchObject({ expected: 0, transmissionRate: null });
    expect(named.get('2026-10-24')).toMatchObject({ expected: 72, received: 72, transmissionRate: 1 });
    // The clock goes back: 25 hours of six packets.
    expect(named.get('2026-10-25')).toMatchObject({
      expected: 150,
      received: 150,
      values: 150,
      validValues: 144,
      validRate: 0.96,
    });
    expect(named.get('2026-10-26')).toMatchObject({
      expected: 144,
      received: 0,
      transmissionRate: 0,
      validRate: null,
    });
    // Readings are counted six minutes late: eleven hours of the running day.
    expect(named.get('2026-10-28')).toMatchObject({ soFar: true, expected: 66 });
    expect(named.get('2026-10-29')).toMatchObject({ soFar: true, expected: 0 });
  });

  it('of the last 24 closed hours and the last 30 days is one answer', async () => {
    const fresh = await addSite(test, { mn: 'RECENT', zone, interval: 600 });
    // Ten closed hours, of which the clock of the test has seen all but six minutes.
    const until = Date.parse('2026-10-28T10:00:00Z');
    await storeSteps(test, {
      siteId: fresh,
      zone,
      from: until - 10 * HOUR_MS,
      to: until - 5 * HOUR_MS,
      values: () => [5],
    });
    await rollUp(test);
    const { body } = await test.send('GET', `/data/completeness/recent?siteId=${fresh}`, { token });
    expect(body['data']).toEqual({
      lastDay: {
        expected: 60,
        received: 30,
        transmissionRate: 0.5,
        values: 30,
        validValues: 30,
        validRate: 1,
      },
      lastMonth: {
        expected: 60,
        received: 30,
        transmissionRate: 0.5,
        values: 30,
        validValues: 30,
        validRate: 1,
      },
    });
  });

  it('adds up to the counts of the period', async () => {
    const [site] = await days(`siteIds=${paris}&from=2026-10-24&to=2026-10-27`);
    const { body } = await test.send(
      'GET',
      `/data/completeness?siteId=${paris}&from=2026-10-24&to=2026-10-27`,
      {
        token,
      },
    );
    const [whole] = body['rows'] as { expected: number; received: number }[];
    const sum = (name: 'expected' | 'received') => site?.days.reduce((total, one) => total + one[name], 0);
    expect([sum('expected'), sum('received')]).toEqual([whole?.expected, whole?.received]);
  });

  it('refuses a reversed or too long period', async () => {
    await expect(days(`siteIds=${paris}&from=2026-10-02&to=2026-10-01`)).rejects.toThrow();
    await expect(days(`siteIds=${paris}&from=2024-01&to=2026-10`)).rejects.toThrow();
  });
});
