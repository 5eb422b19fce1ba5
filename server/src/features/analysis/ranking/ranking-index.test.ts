import type { RankedSite } from '@limpid/contract/analysis/ranking';
import type { RankingEntry, RankingTable } from '@limpid/contract/analysis/ranking-table';
import { HOUR_MS } from '@limpid/contract/durations';
import { dayBounds } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addSite } from '../../../testing/stations.ts';
import { makeColumns } from '../../rollup/day-columns.ts';
import { readExportedLines, rollUp, setClock, storeSteps } from '../analysis.fixture.ts';

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
  await test.app.pool.query(`update site_entity set entity_group = 'both'`);
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

  it('has no index without data', async () => {
    const at = String(afternoon - 60 * HOUR_MS);
    expect(await rank({ granularity: 'hour', at, index: 'us' })).toBe('dusty null null, sunny null null');
  });
});

describe('the table of a ranking', () => {
  const read = async (query: Record<string, string>) => {
    const { body } = await test.send('GET', `/analysis/ranking/table?${new URLSearchParams(query)}`, {
      token,
    });
    return (body['data'] as RankingTable).rows;
  };
  const describeRows = (rows: readonly RankingEntry[]) =>
    rows
      .map(({ siteName, primary, value }) => `${siteName} ${primary} ${value}`)
      .toSorted()
      .join(', ');
  const hour = { at: String(afternoon) };
  const day = { from: '2026-10-25', to: '2026-10-25' };

  it.each(expected)('is by the index of the reader: %s', async (index, days, ofHour) => {
    const rows = await Promise.all([day, dates, hour].map((period) => read({ ...period, index })));
    expect(rows.map(describeRows)).toEqual([days, days, ofHour]);
    // Only the American index needs no other pollutants.
    for (const row of rows.flat()) expect(row.reference).toBe(index !== 'us');
  });

  it('reads the same from columns', async () => {
    await makeColumns(test.app, test.ingest.directory, new AbortController().signal);
    for (const [index, days] of expected) expect(describeRows(await read({ ...dates, index }))).toBe(days);
  });

  it.each([
    ['us', 144, 144],
    ['europe', 4, 4],
    ['atmo', 4, 4],
  ])('has the mean of the sites of a group: %s', async (index, ofDays, ofHour) => {
    const values = [dates, hour].map(async (period) => read({ ...period, index, by: 'group' }));
    expect((await Promise.all(values)).flat()).toMatchObject([
      { entityGroup: 'both', value: ofDays, sites: 2, allSites: 2 },
      { entityGroup: 'both', value: ofHour, sites: 2, allSites: 2 },
    ]);
  });

  it('names the index in an export', async () => {
    const path = '/analysis/ranking/table/export?lang=en';
    const [head] = await readExportedLines(test, token, path, { ...dates, index: 'atmo' });
    expect(head).toContain('ATMO index (France)');
  });
});
