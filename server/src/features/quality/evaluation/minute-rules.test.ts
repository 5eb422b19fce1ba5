import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testNow } from '../../../testing/clock.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import { packetKind } from '../../reading/model.api.ts';
import { openRollUp } from '../../rollup/roll-up.ts';
import { openHourJudge } from './evaluate.ts';

let test: TestApp;
const zone = 'Asia/Shanghai';
const hour = floorToHour(testNow - 30 * HOUR_MS, zone);

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

/** Stores values at minutes of the hour, and gives what each rule on minutes found there. */
async function findFlags(mn: string, interval: number, values: readonly (readonly [number, number])[]) {
  const { pool } = test.app;
  const siteId = await addSite(test, { mn, zone, interval });
  const place = { siteId, kind: packetKind.realtime, hour, slots: [1], marks: [] };
  await storeTestReadings(
    test,
    values.map(([minute, value]) => {
      const ts = hour + minute * MINUTE_MS;
      return { ...place, ts, rank: ts * 2, values: [value] };
    }),
  );
  const { directory } = test.ingest;
  await openRollUp(test.app, directory, { judgeHours: openHourJudge(test.app, directory) }).run(true);
  const { rows } = await pool.query(
    'select test, value, low, span from quality_flag where site_id = $1 order by test',
    [siteId],
  );
  return { siteId, flags: rows };
}

async function preview(siteId: number, rule: object): Promise<unknown> {
  const json = { ruleName: 'tried', channelId: 1, basis: 'minute', previewSiteId: siteId, ...rule };
  const { body } = await test.send('POST', '/basic/dataRule/preview', { token: await test.login(), json });
  return Object(body['data'])['flagged'];
}

const rate = { test: 'rate', change: 30 };
const flat = { test: 'flat', span: 30, floor: 2 };

it('rules on minutes regard the time between values, and their preview finds the same', async () => {
  await test.app.pool.query(
    `insert into data_rule (rule_name, dept_id, channel_id, test, basis, change, span, floor)
     values ('rate', 100, 1, 'rate', 'minute', 30, null, null), ('flat', 100, 1, 'flat', 'minute', null, 30, 2)`,
  );
  const minutes = (from: number, count: number, value: number) =>
    Array.from({ length: count }, (_, index) => [from + index, value] as const);
  const withGap = await findFlags('GAP', 60, [...minutes(0, 24, 10), ...minutes(34, 24, 80)]);
  expect(withGap.flags).toEqual([]);
  expect([await preview(withGap.siteId, rate), await preview(withGap.siteId, flat)]).toEqual([0, 0]);
  const slow = await findFlags('SLOW', 600, [
    [0, 80],
    [10, 10],
    [20, 10],
    [30, 10],
    [40, 12],
    [50, 13],
  ]);
  expect(slow.flags).toEqual([
    { test: 'flat', value: 10, low: null, span: 30 },
    { test: 'rate', value: 10, low: 80, span: 10 },
  ]);
  expect([await preview(slow.siteId, rate), await preview(slow.siteId, flat)]).toEqual([1, 1]);
});
