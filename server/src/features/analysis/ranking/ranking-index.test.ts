import type { RankedSite } from '@limpid/contract/analysis/ranking';
import { HOUR_MS } from '@limpid/contract/durations';
import { dayBounds } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addSite } from '../../../testing/stations.ts';
import { rollUp, setClock, storeSteps } from '../analysis.fixture.ts';

let test: TestApp;
let token: string;
const dates = { from: '2026-10-24', to: '2026-10-26' };

/** PM2.5 and O3, in slots 1 and 6: dust at one site, ozone in the afternoon at the other. */
const dusty = () => [50, null, null, null, null, 40];
const sunny = (at: number) => [8, null, null, null, null, new Date(at).getUTCHours() >= 12 ? 170 : 60];

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, '2026-11-09T12:20:00Z');
  // The clock of Paris goes back on 25 October.
  for (const [mn, zone, values] of [
    ['dusty', 'Asia/Shanghai', dusty],
    ['sunny', 'Europe/Paris', sunny],
  ] as const) {
    const siteId = await addSite(test, { mn, zone, interval: 600 });
    const [from, to] = [dayBounds(dates.from, zone)[0], dayBounds(dates.to, zone)[1]];
    await storeSteps(test, { siteId, zone, from, to, values });
  }
  await rollUp(test);
  token = await test.login();
});
afterAll(() => test.close());

/** An hour of the second day in both zones, with PM2.5 of 50 and 8 µg/m³, and 170 of O3 for eight hours in Paris. */
const afternoon = Date.parse('2026-10-25T20:00Z');

/** By the table of each standard: of the means of the days, and of the hour. */
const expected = [
  // 100 + 10 × 50 / 55 for eight hours, 50 + 10 × 50 / 40 for one.
  ['china', 'dusty PM2.5 80, sunny O3 110', 'dusty PM2.5 80, sunny O3 63'],
  // 101 + 14.5 × 49 / 19.9, and 0.086 ppm.
  ['us', 'dusty PM2.5 137, sunny O3 151', 'dusty PM2.5 137, sunny O3 151'],
  ['europe', 'dusty PM2.5 3, sunny O3 5', 'dusty PM2.5 3, sunny O3 5'],
  ['atmo', 'dusty PM2.5 4, sunny O3 4', 'dusty PM2.5 4, sunny O3 4'],
] as const;

describe('a ranking of sites', () => {
  const rank = async (query: Record<string, string>) => {
    const { body } = await test.send('GET', `/analysis/ranking?${new URLSearchParams(query)}`, { token });
    const { rows } = body['data'] as { rows: RankedSite[] };
    return rows
      .map(({ siteName, primary, value }) => `${siteName} ${primary} ${value}`)
      .toSorted()
      .join(', ');
  };

  it.each(expected)('is by the index of the reader: %s', async (index, days, hour) => {
    const day = { granularity: 'day', from: '2026-10-25', index };
    expect([
      await rank({ ...day }),
      await rank({ ...day, ...dates }),
      await rank({ granularity: 'hour', at: String(afternoon), index }),
    ]).toEqual([days, days, hour]);
  });

  it('has no index where none is stored yet', async () => {
    const at = String(afternoon - 60 * HOUR_MS);
    expect(await rank({ granularity: 'hour', at, index: 'us' })).toBe('dusty null null, sunny null null');
  });
});
