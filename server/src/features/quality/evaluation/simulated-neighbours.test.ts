import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testNow } from '../../../testing/clock.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import { packetKind } from '../../reading/model.api.ts';
import { siteChanged } from '../../reading/site-changed.ts';
import { openRollUp, type RollUp } from '../../rollup/roll-up.ts';
import { openHourJudge } from './evaluate.ts';

let test: TestApp;
let rollUp: RollUp;
const zone = 'Asia/Shanghai';
const hour = floorToHour(testNow - 30 * HOUR_MS, zone);

beforeAll(async () => {
  test = await openTestApp();
  const { directory } = test.ingest;
  rollUp = openRollUp(test.app, directory, { judgeHours: openHourJudge(test.app, directory) });
});
afterAll(() => test.close());

async function addPlacedSite(mn: string, isSimulated: boolean): Promise<number> {
  const siteId = await addSite(test, { mn, zone });
  await test.app.pool.query(
    'update site set simulated = $2, longitude = 116.4, latitude = 39.9 where site_id = $1',
    [siteId, isSimulated],
  );
  await test.app.bus.publish(siteChanged);
  return siteId;
}

async function report(siteId: number, value: number): Promise<void> {
  const at = Array.from({ length: 60 }, (_, minute) => hour + minute * MINUTE_MS);
  const place = { siteId, kind: packetKind.minute, hour, slots: [1], values: [value], marks: [] };
  await storeTestReadings(
    test,
    at.map((ts) => ({ ...place, ts, rank: ts * 2 })),
  );
}

async function settle(): Promise<void> {
  while ((await rollUp.run(true)) > 0);
}

async function flaggedSites(): Promise<number[]> {
  const { rows } = await test.app.pool.query('select distinct site_id from quality_flag order by 1');
  return rows.map(({ site_id }) => site_id);
}

it('real sites are compared with real ones only, simulated sites with all', async () => {
  await test.app.pool.query(
    `insert into data_rule (rule_name, dept_id, channel_id, test, neighbour_km, tolerance, percent)
     values ('apart', 100, 1, 'difference', 5, 10, 10)`,
  );
  const [real, wrong] = [await addPlacedSite('REAL', false), await addPlacedSite('WRONG', false)];
  const demo = [await addPlacedSite('DEMO-1', true), await addPlacedSite('DEMO-2', true)];
  await report(real, 40);
  await report(wrong, 40);
  for (const siteId of demo) await report(siteId, 90);
  await settle();
  // Each simulated site has three neighbours with a median of 40; a real one has a single neighbour that counts.
  expect(await flaggedSites()).toEqual(demo);
});

it('a simulated reference station is refused for a rule of a real site, and not compared with one', async () => {
  const { pool } = test.app;
  await pool.query('delete from data_rule');
  await pool.query('delete from quality_flag');
  await pool.query(
    `insert into reference_station (station_code, station_name, simulated, facts_of) values ('DEMO', 'Demo', true, now())`,
  );
  await pool.query(
    `insert into reference_reading (station_code, release_time, pm25) values ('DEMO', $1, 500)`,
    [new Date(hour + HOUR_MS).toISOString()],
  );
  const [real, demo] = [await addPlacedSite('BOUND', false), await addPlacedSite('DEMO-3', true)];
  const token = await test.login();
  const add = (siteId: number) =>
    test.send('POST', '/basic/dataRule', {
      token,
      json: {
        ruleName: `against ${siteId}`,
        siteId,
        channelId: 1,
        test: 'difference',
        stationCode: 'DEMO',
        tolerance: 10,
        percent: 10,
      },
    });
  expect((await add(real)).body).toMatchObject({ code: 500, msg: expect.stringContaining('模拟') });
  expect((await add(demo)).body).toMatchObject({ code: 200 });
  await pool.query(
    `insert into data_rule (rule_name, dept_id, site_id, channel_id, test, station_code, tolerance, percent)
     values ('of an earlier release', 100, $1, 1, 'difference', 'DEMO', 10, 10)`,
    [real],
  );
  await report(real, 40);
  await report(demo, 40);
  await settle();
  expect(await flaggedSites()).toEqual([demo]);
});
