import { MINUTE_MS } from '@limpid/contract/durations';
import type { AlarmItem } from '@limpid/contract/live';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listenForSockets, watchTopics } from '../../platform/live/live.fixture.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { testMinute } from '../../testing/clock.ts';
import { addDepartment, addPerson, personPassword } from '../../testing/people.ts';
import { soon } from '../../testing/soon.ts';
import { addSite } from '../../testing/stations.ts';
import { startAlarms } from './alarm.job.ts';
import { addRule, findTestChannel, storeValue } from './evaluation/alarm.fixture.ts';

let t: TestApp;
let stop: () => Promise<void>;

beforeAll(async () => {
  t = await openTestApp();
  stop = startAlarms(t.app, t.services);
});
afterAll(async () => {
  await stop();
  await t.close();
});

it('tells the department of a site of a limit that is exceeded, and of its end, and nobody else', async () => {
  await addDepartment(t, 200, 100, [0, 100]);
  await addDepartment(t, 300, 100, [0, 100]);
  for (const [name, deptId] of [
    ['north', 200],
    ['south', 300],
  ] as const)
    await addPerson(t, name, [{ permissions: ['alarm:log:list'], dataScope: '3' }], deptId);
  const siteId = await addSite(t, { mn: 'NORTH', deptId: 200 });
  const { channelId, slot } = findTestChannel(t, 'PM2.5');
  await addRule(t, { target: 'site', site_id: siteId, dept_id: 200, channel_id: channelId, threshold: 100 });
  const origin = await listenForSockets(t);
  const north = await watchTopics(origin, 200, await t.login('north', personPassword), { show: ['alarm'] });
  const south = await watchTopics(origin, 300, await t.login('south', personPassword), { show: ['alarm'] });

  await storeValue(t, siteId, slot, testMinute - MINUTE_MS, 140);
  await soon(() => north.payloads().length).toBe(1);
  expect((north.payloads()[0] as AlarmItem[])[0]).toMatchObject({
    siteName: 'NORTH',
    val: 140,
    event: 'raised',
  });
  t.clock.advance(1);
  await storeValue(t, siteId, slot, testMinute, 60);
  await soon(() => north.payloads().length).toBe(2);
  expect((north.payloads()[1] as AlarmItem[])[0]).toMatchObject({ event: 'ended' });
  expect(south.payloads()).toEqual([]);
  for (const { socket } of [north, south]) socket.terminate();
});
