import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import type { NewestHour } from '@limpid/contract/reference/newest-hours';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testHour } from '../../../testing/clock.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { runTask } from '../../../testing/run-task.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import { readExportedLines } from '../../analysis/analysis.fixture.ts';
import { packetKind } from '../../reading/reading.ts';

let test: TestApp;
let admin: string;
let near: string;
let siteIds: number[];

/** The newest closed hour, and the hour before it. */
const newest = testHour - HOUR_MS;
const before = newest - HOUR_MS;

beforeAll(async () => {
  test = await openTestApp();
  admin = await test.login();
  await addDepartment(test, 110, 100, [0, 100]);
  await addPerson(test, 'near', [{ permissions: ['analysis:nationalControl:list'], dataScope: '3' }], 110);
  near = await test.login('near', personPassword);
  siteIds = [
    await addPlacedSite('OWN1', 110, 116.41, 39.9),
    await addPlacedSite('OWN2', 100, 116.4, 39.9),
    // Measures PM2.5 only: its index is for reference.
    await addPlacedSite('OWN3', 100, 121.5, 31.2),
  ];
  await storeTestReadings(
    test,
    siteIds.flatMap((siteId, n) => [makeHour(siteId, newest, 40 + n * 10), makeHour(siteId, before, 90)]),
  );
  await runTask(test, 'readingTask.repair(2)');
  await publish(
    '1001A',
    '西单',
    '北京市',
    [116.4, 39.9],
    [
      [before, 99, 80],
      [newest, 60, 35],
    ],
  );
  // The newest hour has no value, so the one before it is shown.
  await publish(
    '2001A',
    'Bund',
    'Shanghai',
    [121.5, 31.2],
    [
      [before, 120, 70],
      [newest, null, null],
    ],
  );
  await publish('3001A', 'Far', 'Ürümqi', [87.6, 43.8], [[newest - 3 * DAY_MS, 45, 20]]);
  await publish('4001A', 'Nowhere', null, [null, null], [[newest, null, 12]]);
});
afterAll(() => test.close());

async function addPlacedSite(mn: string, deptId: number, longitude: number, latitude: number) {
  const siteId = await addSite(test, { mn, deptId });
  await test.app.pool.query('update site set longitude = $2, latitude = $3 where site_id = $1', [
    siteId,
    longitude,
    latitude,
  ]);
  return siteId;
}

function makeHour(siteId: number, ts: number, pm25: number) {
  const slots = siteId === siteIds[2] ? [1] : [1, 2, 3, 4, 5, 6];
  const sent = { slots, values: [pm25, 50, 5, 20, 0.5, 60].slice(0, slots.length), marks: [] };
  return { siteId, kind: packetKind.hour, ts, hour: ts, rank: ts * 2, ...sent };
}

async function publish(
  code: string,
  name: string,
  city: string | null,
  [longitude, latitude]: [number | null, number | null],
  hours: [at: number, aqi: number | null, pm25: number | null][],
): Promise<void> {
  const { pool } = test.app;
  await pool.query(
    `insert into reference_station (station_code, station_name, city, longitude, latitude, facts_of)
     values ($1, $2, $3, $4, $5, now())`,
    [code, name, city, longitude, latitude],
  );
  for (const [at, aqi, pm25] of hours) {
    await pool.query(
      'insert into reference_reading (station_code, release_time, aqi, pm25) values ($1, $2, $3, $4)',
      [code, new Date(at + HOUR_MS), aqi, pm25],
    );
  }
}

async function list(query = '', token = admin) {
  const { body } = await test.send('GET', `/analysis/nationalControl/newest?${query}`, { token });
  return body['data'] as { rows: NewestHour[]; total: number; zone: string };
}
const codes = async (query: string, token = admin) =>
  (await list(query, token)).rows.map(({ stationCode }) => stationCode);

describe('the newest hours of official stations', () => {
  it('are those of one network where it is asked for', async () => {
    const { pool } = test.app;
    await pool.query(
      `update reference_station set station_level = 'provincial' where station_code = '3001A'`,
    );
    expect(await codes('level=provincial')).toEqual(['3001A']);
    const { rows, total } = await list('level=national');
    expect([total, rows.every(({ stationLevel }) => stationLevel === 'national')]).toEqual([3, true]);
    await pool.query(`update reference_station set station_level = 'national' where station_code = '3001A'`);
  });

  it('are the newest with values of each, the highest index first', async () => {
    const { rows, total, zone } = await list();
    expect([total, zone]).toEqual([4, 'Asia/Shanghai']);
    expect(rows.map(({ stationCode, releasedAt, aqi }) => [stationCode, releasedAt, aqi])).toEqual([
      ['2001A', before + HOUR_MS, 120],
      ['1001A', newest + HOUR_MS, 60],
      ['3001A', newest - 3 * DAY_MS + HOUR_MS, 45],
      ['4001A', newest + HOUR_MS, null],
    ]);
    expect(rows[1]).toMatchObject({
      stationName: '西单',
      city: '北京市',
      values: [35, null, null, null, null, null],
    });
  });

  it('are compared with the nearest own site in the same hour', async () => {
    const { rows } = await list('measure=PM2.5');
    expect(rows.map(({ nearest }) => nearest)).toEqual([
      { siteId: siteIds[2], siteName: 'OWN3', km: 0, value: 90, difference: 20, reference: false, flags: {} },
      { siteId: siteIds[1], siteName: 'OWN2', km: 0, value: 50, difference: 15, reference: false, flags: {} },
      null,
      null,
    ]);
  });

  it('are compared by the index by default', async () => {
    const [, beijing] = (await list()).rows;
    expect(beijing?.nearest).toMatchObject({ siteName: 'OWN2', value: expect.any(Number) });
    const { value = 0, difference } = beijing?.nearest ?? {};
    expect(difference).toBe(Number(value) - 60);
  });

  it('are marked where the index of the site is for reference only', async () => {
    const { rows } = await list();
    expect(rows.map(({ nearest }) => nearest && [nearest.value !== null, nearest.reference])).toEqual([
      [true, true],
      [true, false],
      null,
      null,
    ]);
  });

  it('are compared with sites in the data scope only', async () => {
    const { rows, total } = await list('measure=PM2.5', near);
    expect(total).toBe(4);
    expect(rows.map(({ nearest }) => nearest?.siteName)).toEqual(['OWN1', undefined, undefined, undefined]);
    expect(rows[0]?.nearest).toMatchObject({ km: 0.9, value: 40, difference: 5 });
  });

  it.each([
    ['', ['1001A', '2001A', '3001A', '4001A']],
    ['orderByColumn=aqi&isAsc=desc', ['2001A', '1001A', '3001A', '4001A']],
  ])(
    'begin with those that have a near own site, unless an order is asked for: %s',
    async (query, expected) => {
      expect(await codes(query, near)).toEqual(expected);
    },
  );

  it.each([
    ['orderByColumn=stationName&lang=en', ['2001A', '3001A', '4001A', '1001A']],
    ['orderByColumn=releasedAt&isAsc=desc', ['1001A', '4001A', '2001A', '3001A']],
    // The oldest publication follows current ones although its value is lower.
    ['orderByColumn=PM2.5&isAsc=asc', ['4001A', '1001A', '2001A', '3001A']],
    ['orderByColumn=km&isAsc=desc', ['1001A', '2001A', '3001A', '4001A']],
    ['orderByColumn=difference&isAsc=desc&measure=PM2.5', ['2001A', '1001A', '3001A', '4001A']],
    ['orderByColumn=own&isAsc=asc&measure=PM2.5', ['1001A', '2001A', '3001A', '4001A']],
  ])('are sorted over all pages by %s', async (query, expected) => {
    expect(await codes(query)).toEqual(expected);
    const pages = [await codes(`${query}&pageSize=2`), await codes(`${query}&pageSize=2&pageNum=2`)];
    expect(pages.flat()).toEqual(expected);
  });

  it.each([
    ['西单', ['1001A']],
    ['bund', ['2001A']],
    ['00', ['2001A', '1001A', '3001A', '4001A']],
    ['ürüm', ['3001A']],
    ['%', []],
  ])('are found by %s', async (search, expected) => {
    expect(await codes(`search=${encodeURIComponent(search)}`)).toEqual(expected);
  });

  it('are exported with the comparison', async () => {
    const path = '/analysis/nationalControl/newest/export?lang=en';
    const lines = await readExportedLines(test, admin, path, { search: '1001A', measure: 'PM2.5' });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('Nearest own site,Distance (km),Own PM2.5,Difference in PM2.5');
    expect(lines[1]).toMatch(/^1001A,西单,National,北京市,.*,60,.*,35,.*,OWN2,0,50,15,$/);
  });

  it('refuse unknown columns and callers without the permission', async () => {
    const send = (query: string, token: string) =>
      test.send('GET', `/analysis/nationalControl/newest?${query}`, { token });
    expect((await send('orderByColumn=secret', admin)).body.code).toBe(500);
    expect((await send('measure=Radon', admin)).body.code).toBe(500);
    await addPerson(test, 'none', [{ permissions: ['site:site:list'], dataScope: '1' }], 110);
    expect((await send('', await test.login('none', personPassword))).body.code).toBe(403);
    const json = { format: 'csv' };
    const path = '/analysis/nationalControl/newest/export';
    expect((await test.send('POST', path, { token: near, json })).body.code).toBe(403);
  });
});
