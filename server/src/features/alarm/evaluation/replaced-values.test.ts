import { MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testMinute } from '../../../testing/clock.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import { packetKind } from '../../reading/reading.ts';
import {
  addRule,
  evaluateAll,
  findTestChannel,
  listLog,
  makeEvaluator,
  makeValueReading,
} from './alarm.fixture.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

it('a value that replaces a lower one and does not exceed the limit itself lifts the mean of its minute', async () => {
  const evaluator = makeEvaluator(test);
  const { slot, channelId } = findTestChannel(test, 'PM2.5');
  const siteId = await addSite(test, { mn: 'REPLACED' });
  await addRule(test, { target: 'site', site_id: siteId, channel_id: channelId, threshold: 100 });
  const zero = testMinute - 60 * MINUTE_MS;
  const send = (second: number, value: number, rank = 0) => {
    const ts = zero + 10 * MINUTE_MS + second * 1000;
    const reading = { ...makeValueReading(siteId, slot, ts, value, packetKind.realtime), rank: ts + rank };
    return storeTestReadings(test, [reading]);
  };
  await send(0, 10);
  await send(30, 120);
  await evaluateAll(evaluator);
  // The values of the minute are no longer watched.
  test.clock.advance(30);
  await evaluator.runStates();
  await test.services.alarmWatch.refreshStates();
  expect(await listLog(test, siteId, zero)).toEqual([]);
  await send(0, 95, 1);
  await evaluateAll(evaluator);
  expect(await listLog(test, siteId, zero)).toMatchObject([{ raised: 11, peak: 107.5 }]);
});
