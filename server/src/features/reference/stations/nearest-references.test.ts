import { HOUR_MS } from '@limpid/contract/durations';
import type { NearestReferenceRow } from '@limpid/contract/reference/nearest-references';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testHour } from '../../../testing/clock.ts';
import { addSite } from '../../../testing/stations.ts';
import { readExportedLines } from '../../analysis/analysis.fixture.ts';
import { findNearestStations } from './nearest-stations.ts';
import { listStationHours } from './station-hours.store.ts';

let t: TestApp;
let token: string;
let near: number;
let far: number;
let unplaced: number;

beforeAll(async () => {
  t = await openTestApp();
  token = await t.login();
  near = await addPlaced('NEAR', 116.4, 39.9);
  far = await addPlaced('FAR', 100, 30);
  unplaced = await addSite(t, { mn: 'UNPLACED' });
  await t.app.pool.query(
    `insert into reference_station (station_code, station_name, station_level, longitude, latitude, facts_of) values
       ('1001A', 'Park', 'national', 116.5, 39.9, now()), ('P01', 'School', 'provincial', 116.41, 39.9, now()),
       ('OLD', 'Closed', 'national', 116.4, 39.9, now())`,
  );
  await t.app.pool.query(
    `insert into reference_reading (station_code, release_time, pm25, co) values
       ('1001A', $1, 40, 0.8), ('1001A', $2, 41, null), ('P01', $2, 42, 1.2),
       ('OLD', $2::timestamptz - interval '90 days', 43, 1)`,
    [new Date(testHour - HOUR_MS), new Date(testHour)],
  );
});
afterAll(() => t.close());

async function addPlaced(mn: string, longitude: number, latitude: number): Promise<number> {
  const siteId = await addSite(t, { mn });
  await t.app.pool.query('update site set longitude = $2, latitude = $3 where site_id = $1', [
    siteId,
    longitude,
    latitude,
  ]);
  return siteId;
}

const list = async (query = '') => {
  const { body } = await t.send('GET', `/analysis/nearestReferences${query}`, { token });
  return (body['data'] as { rows: NearestReferenceRow[] }).rows;
};

describe('the nearest station', () => {
  it('of a site is the one that still publishes, with its distance', async () => {
    expect(await findNearestStations(t.app.db, [near, far, unplaced])).toEqual([
      { siteId: near, stationCode: 'P01', stationName: 'School', level: 'provincial', distanceKm: 0.85 },
    ]);
  });

  it('stands beside every own site, those without one last', async () => {
    expect(
      (await list()).map(({ siteName, station, isPlaced }) => [siteName, station?.km, isPlaced]),
    ).toEqual([
      ['NEAR', 0.85, true],
      ['FAR', undefined, true],
      ['UNPLACED', undefined, false],
    ]);
    expect((await list('?orderByColumn=km&isAsc=desc'))[0]?.siteName).toBe('NEAR');
  });

  it('is searched by name and network', async () => {
    expect(await list('?search=school')).toHaveLength(1);
    expect(await list('?level=national')).toEqual([]);
    expect(await list('?level=provincial')).toHaveLength(1);
  });

  it('is exported in the same order', async () => {
    const lines = await readExportedLines(t, token, '/analysis/nearestReferences/export', {});
    expect(lines.map((line) => line.split(',')[0])).toEqual([expect.any(String), 'NEAR', 'FAR', 'UNPLACED']);
  });
});

it('hours of stations are listed by the start of each hour', async () => {
  const hours = await listStationHours(
    t.app.db,
    ['1001A', 'P01'],
    [testHour - 2 * HOUR_MS, testHour - HOUR_MS],
  );
  const none = { pm10: null, so2: null, no2: null, o3: null };
  expect(hours).toEqual([
    { stationCode: '1001A', hour: testHour - 2 * HOUR_MS, pm25: 40, co: expect.closeTo(0.8), ...none },
  ]);
});
