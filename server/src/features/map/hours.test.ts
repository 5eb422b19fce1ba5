import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import type { MapHours } from '@limpid/contract/map/hours';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { testHour } from '../../testing/clock.ts';
import { makeResourceClient } from '../../testing/resource-client.ts';
import { addSite, storeTestReadings } from '../../testing/stations.ts';
import { packetKind } from '../reading/reading.ts';

let t: TestApp;
let token: string;
let site: number;
let slots: number[];
const zone = 'Asia/Shanghai';
const channels = ['PM2.5', 'PM10', 'WD'];
const [whole, short, excluded] = [testHour - 3 * HOUR_MS, testHour - 2 * HOUR_MS, testHour - HOUR_MS];

beforeAll(async () => {
  t = await openTestApp();
  token = await t.login();
  site = await addSite(t, { mn: 'TIMELAPSE', zone });
  await t.app.pool.query('delete from data_rule');
  const { rows } = await t.app.pool.query('select slot from basic_channel where channel_code = any($1)', [
    channels,
  ]);
  slots = rows.map(({ slot }) => Number(slot));
  const rules = makeResourceClient(t, '/basic/dataRule', token);
  const rule = { ruleName: 'PM10 too high', test: 'range', channelId: 2, maxValue: 100, counts: false };
  await rules.add(rule, ['ruleName', 'ruleId']);
  await storeMinutes(whole, 60, 50);
  await storeMinutes(short, 2, 90);
  await storeMinutes(excluded, 60, 150);
  while ((await t.services.rollUp.run(true)) > 0);
});
afterAll(() => t.close());

async function storeMinutes(hour: number, minutes: number, value: number): Promise<void> {
  const readings = Array.from({ length: minutes }, (_, minute) => {
    const ts = hour + minute * MINUTE_MS;
    const place = { siteId: site, kind: packetKind.minute, ts, hour: floorToHour(ts, zone) };
    return { ...place, rank: ts * 2, slots, values: slots.map(() => value), marks: [] };
  });
  await storeTestReadings(t, readings);
}

async function readLastHours(channel: string): Promise<(number | null)[]> {
  const { body } = await t.send('GET', `/map/hours?channel=${channel}`, { token });
  // By the contract.
  const { hours, sites, values } = body['data'] as MapHours;
  expect(hours.slice(-3)).toEqual([whole, short, excluded]);
  return values.slice(-3).map((numbers) => numbers[sites.indexOf(site)] ?? null);
}

it.each([
  ['PM10', 'an hour that is too short and one that a data rule excludes', [50, null, null]],
  ['PM2.5', 'an hour that is too short', [50, null, 150]],
  ['WD', 'an hour of the wind that is too short', [50, null, 150]],
])('the time-lapse of %s leaves out %s', async (channel, _, expected) => {
  expect(await readLastHours(channel)).toEqual(expected);
});
