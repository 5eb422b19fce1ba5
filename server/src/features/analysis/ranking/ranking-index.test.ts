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

describe('a day before the standard of 2026', () => {
  const date = '2026-01-15';
  const [from, to] = dayBounds(date, 'Asia/Shanghai');

  beforeAll(async () => {
    const siteId = await addSite(test, { mn: 'peak', interval: 600 });
    // One hour at 280 and all others at 110: the highest 8-hour mean is 131.25.
    const values = (at: number) => [
      20,
      null,
      null,
      null,
      null,
      Math.floor((at - from) / HOUR_MS) === 14 ? 280 : 110,
    ];
    await storeSteps(test, { siteId, from, to, values });
    await rollUp(test);
  });

  it.each(['site', 'entity'])('counts the highest hour of ozone in the index of a %s', async (by) => {
    const query = new URLSearchParams({ by, from: date, to: date, search: 'peak' });
    const { body } = await test.send('GET', `/analysis/ranking/table?${query}`, { token });
    expect((body['data'] as RankingTable).rows).toMatchObject([{ value: 140, primary: 'O3' }]);
  });
});

describe('sites that cannot measure a pollutant of the index', () => {
  it('do not count in the index of their group', async () => {
    const { pool } = test.app;
    const { rows } = await pool.query<{ id: number }>(
      `insert into basic_device_type (type_code, type_name) values ('wind', 'wind') returning device_type_id as id`,
    );
    for (const mn of ['wind-1', 'wind-2']) await addSite(test, { mn, deviceTypeId: rows[0]?.id ?? 0 });
    await pool.query(`update site_entity set entity_group = 'both' where entity_id in
      (select entity_id from site where site_name like 'wind%')`);
    const read = async (index: string) => {
      const query = new URLSearchParams({ by: 'group', index, ...dates });
      const { body } = await test.send('GET', `/analysis/ranking/table?${query}`, { token });
      return (body['data'] as RankingTable).rows.find(({ entityGroup }) => entityGroup === 'both');
    };
    for (const index of ['us', 'europe', 'atmo'])
      expect(await read(index)).toMatchObject({ reason: null, sites: 2, allSites: 2 });
  });
});
