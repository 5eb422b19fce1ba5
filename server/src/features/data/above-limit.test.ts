import { HOUR_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { expect, it } from 'vitest';
import { openTestApp } from '../../testing/app.ts';
import { addSite, storeTestReadings } from '../../testing/stations.ts';
import { packetKind } from '../reading/reading.ts';
import { openReadingSource } from '../reading/reading-source.ts';
import { openRollUp } from '../rollup/roll-up.ts';
import { countAboveLimit } from './above-limit.ts';

it('counts the hours that are displayed as more than the limit, despite the error of 32-bit means', async () => {
  const test = await openTestApp();
  const zone = 'Asia/Shanghai';
  const slot = 5;
  const siteId = await addSite(test, { mn: 'LIMIT', zone });
  const start = floorToHour(test.clock.now().getTime() - 5 * HOUR_MS, zone);
  // CO has one decimal. Half to even, 2.45 is displayed as 2.4; it is stored as 2.4500000477.
  const readings = [2.4, 2.45, 2.46].map((mean, n) => {
    const ts = start + n * HOUR_MS;
    const sent = { slots: [slot], values: [Math.fround(mean)], marks: [] };
    return { siteId, kind: packetKind.hour, ts, hour: ts, rank: ts * 2, ...sent };
  });
  await storeTestReadings(test, readings);
  await openRollUp(test.app, test.ingest.directory).run(true);
  const source = openReadingSource(test.app, test.ingest.directory);
  const limit = { siteId, channelId: slot, channelCode: 'CO', slot, value: 2.4 };
  const counted = await countAboveLimit(source, limit, [start, start + 3 * HOUR_MS]);
  await test.close();
  expect(source.channels().find((channel) => channel.slot === slot)?.decimals).toBe(1);
  expect(counted).toEqual({ value: 2.4, hoursAbove: 1 });
});
