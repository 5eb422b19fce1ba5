import { computeIndex } from '@limpid/aqi/compute-index';
import { percentileOf } from '@limpid/aqi/statistics/percentile';
import type { Distribution, LevelShares, MeasuredSite } from '@limpid/contract/analysis/distribution';
import { dayBounds } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { addSite } from '../../../testing/stations.ts';
import { readExportedLines, rollUp, setClock, storeSteps } from '../analysis.fixture.ts';
import type { ShareLimit } from './share-limits.rule.ts';
import { listStatistics } from './site-statistics.store.ts';

let test: TestApp;
let token: string;
let china: number;
let paris: number;
/** A site of another department that reports now. */
let live: number;
const dates = { from: '2026-10-24', to: '2026-10-26' };

/** PM2.5, which is in slot 1, is the hour of day in UTC, so a value reveals the local hour that it is counted in. */
const valuesAt = (at: number) => [new Date(at).getUTCHours()];

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, '2026-11-09T12:20:00Z');
  const add = async (mn: string, zone: string) => {
    const siteId = await addSite(test, { mn, zone, interval: 600 });
    const [from, to] = [dayBounds(dates.from, zone)[0], dayBounds(dates.to, zone)[1]];
    await storeSteps(test, { siteId, zone, from, to, values: valuesAt });
    return siteId;
  };
  china = await add('china', 'Asia/Shanghai');
  // The clock goes back on 25 October.
  paris = await add('paris', 'Europe/Paris');
  await addDepartment(test, 110, 100, [0, 100]);
  live = await addSite(test, { mn: 'live', deptId: 110, interval: 600 });
  const [from, to] = ['2026-11-09T10:00Z', '2026-11-09T12:50Z'].map(Date.parse) as [number, number];
  await storeSteps(test, { siteId: live, from, to, values: () => [30] });
  await rollUp(test);
  token = await test.login();
});
afterAll(() => test.close());

async function read(path: string, query: Record<string, unknown>) {
  const address = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${String(one)}`),
  );
  return (await test.send('GET', `/analysis/distribution${path}?${address.join('&')}`, { token })).body;
}

describe('the distribution of a site', () => {
  it('has its hours by day on the clock of the site', async () => {
    const body = await read('', { siteId: china, channel: 'PM2.5', ...dates });
    const { hours, heat, percentiles } = body['data'] as Distribution;
    expect([hours, heat.length]).toEqual([72, 3]);
    // Midnight in Shanghai is 16:00 UTC.
    expect(heat[0]?.values.slice(0, 3)).toEqual([16, 17, 18]);
    expect(percentiles.find(({ percent }) => percent === 50)?.value).toBe(11.5);
  });

  it('counts the hour that the clock repeats', async () => {
    const body = await read('', { siteId: paris, channel: 'PM2.5', ...dates });
    expect((body['data'] as Distribution).hours).toBe(73);
  });
});

describe('the running hour', () => {
  const today = { channel: 'PM2.5', from: '2026-11-09', to: '2026-11-09' };

  it('is left out and counted, even if most of its minutes are already there', async () => {
    const { hours, running, dropped, heat } = (await read('', { siteId: live, ...today }))[
      'data'
    ] as Distribution;
    expect([hours, running, dropped]).toEqual([2, 1, 0]);
    expect(heat[0]?.values.filter((value) => value !== null)).toHaveLength(2);
  });

  it('is in no level share and no statistic of the map', async () => {
    const { sites } = (await read('/levels', { siteIds: [live], ...today, bounds: [9] }))[
      'data'
    ] as LevelShares;
    expect(sites[0]).toMatchObject({ counts: [0, 2], running: 1 });
    const body = await read('/sites', { ...today, statistic: 'mean' });
    const measured = (body['data'] as { sites: MeasuredSite[] }).sites;
    expect(measured.find(({ siteId }) => siteId === live)).toMatchObject({ count: 2, value: 30 });
  });
});

describe('the distribution of the index', () => {
  const storedIndices = async (table: 'reading_hour' | 'reading_day', siteId: number, column = 'aqi') => {
    const { rows } = await test.app.pool.query<{ aqi: number }>(
      `select ${column} as aqi from ${table} where site_id = $1 and ${column} is not null order by 1`,
      [siteId],
    );
    return rows.map(({ aqi }) => aqi);
  };

  it('has the stored index of each hour, by hour and day', async () => {
    const { hours, heat, histogram, percentiles } = (await read('', { siteId: china, ...dates }))[
      'data'
    ] as Distribution;
    const stored = await storedIndices('reading_hour', china);
    expect([hours, stored.length]).toEqual([72, 72]);
    expect(heat.flatMap(({ values }) => values).toSorted((a, b) => Number(a) - Number(b))).toEqual(stored);
    expect(histogram?.counts.reduce((sum, count) => sum + count, 0)).toBe(72);
    expect(percentiles.find(({ percent }) => percent === 50)?.value).toBe(percentileOf(stored, 50));
  });

  it('follows the chosen index, by hour and on the map', async () => {
    const { hours, heat } = (await read('', { siteId: china, index: 'europe', ...dates }))[
      'data'
    ] as Distribution;
    expect(hours).toBe(72);
    // Midnight in Shanghai is 16:00 UTC, at which 16 µg/m³ are measured.
    const values = { 'PM2.5': 16 };
    expect(heat[0]?.values[0]).toBe(computeIndex({ standard: 'EU', mode: 'hourly', values }).aqi);
    const body = await read('/sites', { ...dates, statistic: 'p50', index: 'us' });
    const { sites } = body['data'] as { sites: MeasuredSite[] };
    const stored = await storedIndices('reading_day', china, 'us_aqi');
    expect(stored).toHaveLength(3);
    expect(sites.find(({ siteId }) => siteId === china)?.value).toBe(percentileOf(stored, 50));
  });

  it('is left out and counted for the running hour', async () => {
    const body = await read('', { siteId: live, from: '2026-11-09' });
    expect(body['data']).toMatchObject({ hours: 2, running: 1, dropped: 0 });
  });

  it('has statistics of daily indices on the map', async () => {
    const readIndex = async (query: Record<string, unknown>) => {
      const body = await read('/sites', { ...dates, ...query });
      const { sites, counted } = body['data'] as { sites: MeasuredSite[]; counted: string };
      return { counted, ...sites.find(({ siteId }) => siteId === china) };
    };
    const stored = await storedIndices('reading_day', china);
    const mean = stored.reduce((sum, aqi) => sum + aqi / stored.length, 0);
    expect(await readIndex({ statistic: 'mean' })).toMatchObject({
      counted: 'day',
      count: 3,
      value: expect.closeTo(mean, 4),
    });
    expect(await readIndex({ statistic: 'share', above: 0 })).toMatchObject({ value: 1 });
    expect(await readIndex({ statistic: 'p50' })).toMatchObject({ value: percentileOf(stored, 50) });
  });
});

describe('level shares', () => {
  it('count the hours of several sites between bounds', async () => {
    const query = { siteIds: [paris, china], channel: 'PM2.5', bounds: [19, 9], ...dates };
    const { counted, sites } = (await read('/levels', query))['data'] as LevelShares;
    expect(counted).toBe('hour');
    expect(sites).toMatchObject([
      { siteId: paris, zone: 'Europe/Paris', counts: [30, 30, 13], dropped: 0 },
      { siteId: china, zone: 'Asia/Shanghai', counts: [30, 30, 12], dropped: 0 },
    ]);
  });

  it('count days by the index without a channel', async () => {
    const { counted, sites } = (await read('/levels', { siteIds: [china], ...dates }))['data'] as LevelShares;
    const [site] = sites;
    expect(counted).toBe('day');
    expect(site?.counts).toHaveLength(6);
    expect((site?.counts ?? []).reduce((sum, count) => sum + count, site?.dropped ?? 0)).toBe(3);
  });

  // Daily means of PM2.5 are 11.5 µg/m³, with up to 23 in an hour.
  it.each([
    ['china', 1],
    ['us', 2],
    ['europe', 3],
    ['atmo', 2],
  ])('count days by the levels of %s', async (index, level) => {
    const query = { siteIds: [china, paris], index, ...dates };
    const { sites } = (await read('/levels', query))['data'] as LevelShares;
    const counts = Array.from({ length: 6 }, (_, n) => (n + 1 === level ? 3 : 0));
    expect(sites).toMatchObject([
      { siteId: china, counts, dropped: 0 },
      { siteId: paris, counts, dropped: 0 },
    ]);
  });

  it('are empty for a period without data', async () => {
    const query = { siteIds: [china], channel: 'PM2.5', bounds: [9], from: '2025-01' };
    const { sites } = (await read('/levels', query))['data'] as LevelShares;
    expect(sites[0]?.counts).toEqual([0, 0]);
  });
});

describe('statistics of sites', () => {
  const readSites = async (query: Record<string, unknown>) => {
    const { sites, counted } = (await read('/sites', { channel: 'PM2.5', ...dates, ...query }))['data'] as {
      sites: MeasuredSite[];
      counted: string;
    };
    return {
      counted,
      china: sites.find(({ siteId }) => siteId === china),
      paris: sites.find(({ siteId }) => siteId === paris),
    };
  };
  const hours = Array.from({ length: 72 }, (_, n) => n % 24).toSorted((a, b) => a - b);

  it.each([
    ['mean', {}, 11.5],
    ['p50', {}, percentileOf(hours, 50)],
    ['p90', {}, percentileOf(hours, 90)],
    ['p98', {}, percentileOf(hours, 98)],
    ['share', { above: 19 }, 12 / 72],
  ])('agree with the hours: %s', async (statistic, more, expected) => {
    const found = await readSites({ statistic, ...more });
    expect(found.counted).toBe('hour');
    expect(found.china).toMatchObject({ siteName: 'china', count: 72 });
    expect(found.china?.value).toBeCloseTo(expected ?? Number.NaN, 5);
  });

  it('follow the dates of each site', async () => {
    expect((await readSites({ statistic: 'mean' })).paris?.count).toBe(73);
    const oneDay = await readSites({ statistic: 'mean', from: '2026-10-25', to: '2026-10-25' });
    expect([oneDay.china?.count, oneDay.paris?.count]).toEqual([24, 25]);
  });

  it('are computed from valid days where there are too many hours', async () => {
    const channel = test.ingest.directory.channels().find(({ code }) => code === 'PM2.5');
    if (!channel) throw new Error('There is no PM2.5.');
    const readDays = async (now: Date, share?: ShareLimit[]) => {
      const rows = await listStatistics(test.app.db, {
        scope: { all: true },
        measure: channel,
        statistic: share ? 'share' : 'mean',
        limits: share ?? [],
        counted: 'day',
        dates: [dates.from, dates.to],
        now,
      });
      return rows.filter(({ siteId }) => siteId !== live).map(({ value, count }) => [value, count]);
    };
    expect(await readDays(test.clock.now())).toEqual([
      [11.5, 3],
      [expect.closeTo(11.5, 0), 3],
    ]);
    // 11.5 is shown as 12: above the first limit, not above the one of the last day.
    const limits = [
      { since: dates.from, above: 11 },
      { since: dates.to, above: 12 },
    ];
    const [shares] = await readDays(test.clock.now(), limits);
    expect(shares).toEqual([expect.closeTo(2 / 3, 6), 3]);
    expect((await readDays(test.clock.now(), []))[0]).toEqual([null, 3]);
    // On the second evening in China, it is still the second day in Paris, and that day has not ended anywhere.
    expect(await readDays(new Date('2026-10-25T12:00Z'))).toMatchObject([
      [11.5, 1],
      [11.5, 1],
    ]);
  });

  it('are null without data', async () => {
    const { china: site } = await readSites({ statistic: 'mean', from: '2025-01', to: '2025-01' });
    expect(site).toMatchObject({ value: null, count: 0 });
  });
});

describe.each([
  ['', { siteId: 1, channel: 'PM2.5' }],
  ['/levels', { siteIds: 1, channel: 'PM2.5' }],
  ['/sites', { channel: 'PM2.5', statistic: 'mean' }],
])('/analysis/distribution%s', (path, query) => {
  it.each<[Record<string, string>, string]>([
    [{ to: '2026-10-01' }, 'a reversed range'],
    [{ from: '2024-01-01' }, 'a range of more than a year'],
    [{ channel: 'WD' }, 'a channel without a mean'],
    [{ channel: 'nothing' }, 'an unknown channel'],
  ])('refuses %o: %s', async (wrong) => {
    const own = {
      ...query,
      ...('siteId' in query && { siteId: china }),
      ...('siteIds' in query && { siteIds: china }),
    };
    const { code, msg } = await read(path, { ...own, ...dates, ...wrong });
    expect(code).not.toBe(200);
    expect(msg).not.toBe('');
  });
});

it('refuses a share without a bound, and more than eight sites', async () => {
  const share = await read('/sites', { channel: 'PM2.5', statistic: 'share', ...dates });
  const many = await read('/levels', { siteIds: Array.from({ length: 9 }, (_, n) => n + 1), ...dates });
  expect([share.code, many.code]).toEqual([500, 500]);
});

describe('exports', () => {
  it('have levels, percentiles, bins and hours of each site', async () => {
    const query = { siteIds: [china, paris], channel: 'PM2.5', bounds: [9, 19], ...dates };
    const lines = await readExportedLines(test, token, '/analysis/distribution/export', query);
    // Three levels, eight percentiles, 24 bins and the hours, of which the clock of Paris shows one twice.
    expect(lines).toHaveLength(1 + 2 * (3 + 8 + 24 + 72) + 1);
    expect(lines[1]).toContain('china,china,1,,9,,,,30,,');
    const repeated = lines.filter((line) => line.includes('paris,paris,,,,2026-10-25,2,'));
    expect(repeated.map((line) => line.split(',').at(-5))).toEqual(['UTC+02:00', 'UTC+01:00']);
  });

  it('have levels by day and hours by value for the index', async () => {
    const query = { siteIds: [china], ...dates };
    const lines = await readExportedLines(test, token, '/analysis/distribution/export', query);
    expect(lines[1]).toMatch(/china,china,1,,50,,,,,3,,$/);
    expect(lines.at(-1)).toMatch(/china,china,,,,2026-10-26,23,UTC\+08:00,,,\d+,$/);
  });

  it('have a row for each site within the data scope', async () => {
    const permissions = ['list', 'export'].map((action) => `analysis:distribution:${action}`);
    await addPerson(test, 'local', [{ permissions, dataScope: '3' }], 110);
    const local = await test.login('local', personPassword);
    const listSites = async (caller: string, query: object) => {
      const path = '/analysis/distribution/sites/export';
      const lines = await readExportedLines(test, caller, path, { statistic: 'mean', ...dates, ...query });
      return lines.slice(1).map((line) => line.split(',')[0]);
    };
    for (const query of [{ channel: 'PM2.5' }, {}]) {
      expect(await listSites(token, query)).toEqual(['china', 'paris', 'live']);
      expect(await listSites(local, query)).toEqual(['live']);
    }
  });
});
