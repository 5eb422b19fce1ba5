import { HOUR_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { expect, it } from 'vitest';
import { openTestApp } from '../../testing/app.ts';
import { addSite, storeTestReadings } from '../../testing/stations.ts';
import { packetKind } from '../reading/reading.ts';
import { openAirHours } from './air-hours.ts';
import { openRollUp } from './roll-up.ts';

it('returns hours with all stored digits, so that an index rounds them once', async () => {
  const test = await openTestApp();
  const zone = 'Asia/Shanghai';
  const siteId = await addSite(test, { mn: 'DIGITS', zone });
  const ts = floorToHour(test.clock.now().getTime() - 2 * HOUR_MS, zone);
  // PM2.5 and CO: four decimals would make the first one 35.5, and 32 bits make the second one 2.4500000477.
  const sent = { slots: [1, 5], values: [35.499_96, 2.45].map(Math.fround) };
  await storeTestReadings(test, [
    { siteId, kind: packetKind.hour, ts, hour: ts, rank: ts * 2, marks: [], ...sent },
  ]);
  await openRollUp(test.app, test.ingest.directory).run(true);
  const air = openAirHours(test.app, test.ingest.directory);
  const hours = (await air.hours([siteId], [ts, ts + HOUR_MS])).get(siteId);
  await test.close();
  expect(hours?.map(({ means }) => means)).toEqual([{ 'PM2.5': 35.499_96, CO: 2.45 }]);
});

it('withholds the same hours, however far into the future the period reaches', async () => {
  const test = await openTestApp();
  const zone = 'Asia/Shanghai';
  const siteId = await addSite(test, { mn: 'FUTURE', zone });
  const ts = floorToHour(test.clock.now().getTime() - 3 * HOUR_MS, zone);
  const air = openAirHours(test.app, test.ingest.directory);
  const slots = air.pollutants().map(({ slot }) => slot);
  const hour = (at: number, some: readonly number[]) => ({
    siteId,
    kind: packetKind.hour,
    ts: at,
    hour: at,
    rank: at * 2,
    marks: [],
    slots: [...some],
    values: some.map(() => 2),
  });
  await storeTestReadings(test, [hour(ts, slots), hour(ts + HOUR_MS, slots.slice(1))]);
  await openRollUp(test.app, test.ingest.directory).run(true);
  const read = async (to: number) =>
    (await air.hours([siteId], [ts, to])).get(siteId)?.map(({ aqi, missing }) => [aqi, missing?.length ?? 0]);
  const [near, far] = [await read(ts + 2 * HOUR_MS), await read(ts + 60 * 24 * HOUR_MS)];
  await test.close();
  expect(near?.at(-1)).toEqual([null, 1]);
  expect(far).toEqual(near);
});
