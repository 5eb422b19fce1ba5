import { readFile } from 'node:fs/promises';
import { HOUR_MS } from '@limpid/contract/durations';
import { dayBounds } from '@limpid/contract/local-time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addSite, storeTestReadings } from '../../testing/stations.ts';
import { packetKind } from '../reading/reading.ts';
import { openRollUp, type RollUp } from './roll-up.ts';

let test: TestApp;
let rollUp: RollUp;

beforeAll(async () => {
  test = await openTestApp();
  rollUp = openRollUp(test.app, test.ingest.directory);
});
afterAll(() => test.close());

/** PM2.5, PM10, SO2, NO2, CO and O3 of each hour of a day; the highest PM2.5 and O3 are in the last hour. */
async function storeDay(siteId: number, day: string, zone: string): Promise<void> {
  const [from, to] = dayBounds(day, zone);
  const starts = Array.from({ length: (to - from) / HOUR_MS }, (_, n) => from + n * HOUR_MS);
  const last = starts.at(-1);
  const readings = starts.map((ts) => ({
    siteId,
    kind: packetKind.hour,
    ts,
    hour: ts,
    rank: ts * 2,
    slots: [1, 2, 3, 4, 5, 6],
    values: (ts === last ? [95, 30, 10, 15, 0.8, 150] : [20, 30, 10, 15, 0.8, 60]).map(Math.fround),
    marks: [],
  }));
  await storeTestReadings(test, readings);
}

async function readDay(siteId: number) {
  const { rows } = await test.app.pool.query(
    `select day::text, aqi, us_aqi, us_main, us_whole, europe_aqi, europe_main, europe_whole, atmo_aqi, atmo_main, atmo_whole
     from reading_day where site_id = $1`,
    [siteId],
  );
  return rows;
}

it('stores the indices of a day with 25 hours, and adds them to days that were stored before', async () => {
  const zone = 'Europe/Paris';
  const siteId = await addSite(test, { mn: 'INDICES', zone });
  await storeDay(siteId, '2025-10-26', zone);
  await rollUp.run();
  // PM2.5 is 23 µg/m³ over 25 hours. The last hour has 95, and 150 of O3, which China counted until 2026.
  const expected = {
    day: '2025-10-26',
    aqi: 47,
    us_aqi: 77,
    us_main: 'PM2.5',
    us_whole: true,
    europe_aqi: 5,
    europe_main: 'PM2.5',
    europe_whole: true,
    atmo_aqi: 4,
    atmo_main: 'O3',
    atmo_whole: true,
  };
  expect(await readDay(siteId)).toEqual([expected]);

  const { pool } = test.app;
  await pool.query(
    'update reading_day set us_aqi = null, us_main = null, europe_aqi = null, atmo_aqi = null',
  );
  const migration = await readFile(
    new URL('../../../migrations/0054_day_indices.sql', import.meta.url),
    'utf8',
  );
  await pool.query(migration.slice(migration.indexOf('insert into dirty_hour')));
  expect(await rollUp.run()).toBe(1);
  expect(await readDay(siteId)).toEqual([expected]);
});

it('rolls up a day whose American index is too large to be stored', async () => {
  const siteId = await addSite(test, { mn: 'IMPOSSIBLE' });
  const [ts] = dayBounds('2025-10-20', 'Asia/Shanghai');
  const sent = { siteId, kind: packetKind.day, ts, hour: ts, rank: ts * 2, marks: [] };
  await storeTestReadings(test, [{ ...sent, slots: [1], values: [60_000] }]);
  await rollUp.run();
  expect(await readDay(siteId)).toMatchObject([{ aqi: 500, us_aqi: null }]);
});
