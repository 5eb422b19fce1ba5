import { HOUR_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { testNow } from '../../src/testing/clock.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { addSite } from '../../src/testing/stations.ts';

let test: TestApp;
let list: (query?: string) => Promise<string[]>;
const hour = Math.floor(testNow / HOUR_MS) * HOUR_MS;

beforeAll(async () => {
  test = await openTestApp();
  const client = makeResourceClient(test, '/site/calibrationHistory', await test.login());
  list = async (query = '') => (await client.list(query)).map(({ stationCode }) => String(stationCode));
  const { pool } = test.app;
  const stations = [
    ['NAMED', 10, 10],
    ['BOUND', 20, 20],
    ['NEAR', 116.41, 39.9],
    ['FAR', 116.9, 39.9],
  ];
  for (const [code, longitude, latitude] of stations) {
    await pool.query(
      `insert into reference_station (station_code, station_name, province, city, longitude, latitude, facts_of)
       values ($1, $1, '北京', $1, $2, $3, now())`,
      [code, longitude, latitude],
    );
    await pool.query(
      'insert into reference_reading (station_code, release_time, pm25, co) values ($1, $2, 35, 0.6)',
      [code, new Date(hour)],
    );
  }
  const siteId = await addSite(test, { mn: 'HISTORY' });
  await pool.query(
    `update site set longitude = 116.4, latitude = 39.9, reference_station_code = 'BOUND' where site_id = $1`,
    [siteId],
  );
  await pool.query(
    `insert into calibration_config (config_name, reference_codes) values ('named', 'OTHER, NAMED')`,
  );
  await pool.query(
    `with config as (insert into calibration_config (config_name) values ('near') returning config_id)
     insert into calibration_config_site select config_id, $1 from config`,
    [siteId],
  );
});
afterAll(() => test.close());

describe('the history of reference values', () => {
  it('has the hours of the stations that configs name, that sites name, and that are near', async () => {
    expect((await list()).toSorted()).toEqual(['BOUND', 'NAMED', 'NEAR']);
  });

  it('is searched and sorted', async () => {
    expect(await list('?stationCode=NEA')).toEqual(['NEAR']);
    expect(await list('?orderByColumn=stationCode&isAsc=asc')).toEqual(['BOUND', 'NAMED', 'NEAR']);
    expect(await list('?pageNum=2&pageSize=2')).toHaveLength(1);
  });

  it('says what was published, when, and when it was acquired', async () => {
    const client = makeResourceClient(test, '/site/calibrationHistory', await test.login());
    const [row] = await client.list('?stationCode=NEAR');
    expect(row).toMatchObject({
      province: '北京',
      city: 'NEAR',
      stationName: 'NEAR',
      pm25: 35,
      co: 0.6,
      so2: null,
      releaseTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:00:00$/),
      createTime: expect.stringMatching(/^\d{4}-/),
    });
  });

  it('is exported', async () => {
    const token = await test.login();
    const reply = await test.send('POST', '/site/calibrationHistory/export', { token });
    expect(reply.status).toBe(200);
  });
});
