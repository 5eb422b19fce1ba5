import { HOUR_MS } from '@limpid/contract/durations';
import type { SiteUpdate } from '@limpid/contract/map/site-update';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayFixture, openGatewayFixture } from '../../gateway/gateway.fixture.ts';
import { type LiveClient, listenForSockets, watchTopics } from '../../platform/live/live.fixture.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { testHour, testNow } from '../../testing/clock.ts';
import { addDepartment, addPerson, personPassword } from '../../testing/people.ts';
import { soon } from '../../testing/soon.ts';
import { dataFrames, type TestStation } from '../../testing/stations.ts';
import { siteChanged } from '../reading/site-changed.ts';
import { openAirHours } from '../rollup/air-hours.ts';
import { storeHour } from './map.fixture.ts';
import { openSiteStates } from './site-states.ts';

const second = testNow;
/** The process of the stations, and the process of the browsers. */
let ground: GatewayFixture;
let there: TestApp;
let [here, elsewhere] = ['', ''];
let admin: string;
let near: TestStation & { mn: string; siteId: number };
let far: TestStation & { mn: string; siteId: number };
const opened: LiveClient[] = [];

beforeAll(async () => {
  ground = await openGatewayFixture();
  const { test } = ground;
  await addDepartment(test, 110, 100, [0, 100]);
  await addDepartment(test, 120, 100, [0, 100]);
  [near, far] = [
    await ground.addStation({ mn: 'NEAR', deptId: 110 }),
    await ground.addStation({ mn: 'FAR', deptId: 120 }),
  ];
  const permissions = ['map:site:list'];
  await addPerson(test, 'watcher', [{ permissions, dataScope: '3' }], 110);
  await addPerson(test, 'reader', [{ permissions: ['data:realtime:list'], dataScope: '3' }], 110);
  await addPerson(test, 'clerk', [{ permissions: ['alarm:log:list'], dataScope: '1' }], 110);
  admin = await test.login();
  there = await openTestApp({}, { connection: test.connection });
  [here, elsewhere] = [await listenForSockets(test), await listenForSockets(there)];
});

afterAll(async () => {
  for (const { socket } of opened) socket.terminate();
  await there.close();
  await ground.close();
});

async function show(origin: string, token: string, deptId: number, ...topics: string[]): Promise<LiveClient> {
  const client = await watchTopics(origin, deptId, token, { show: topics });
  opened.push(client);
  return client;
}

const heard = (client: LiveClient) =>
  // These clients show map sites only.
  client.messages().flatMap(({ payload }) => payload as SiteUpdate[]);
const sitesOf = (client: LiveClient) => [...new Set(heard(client).map(({ siteId }) => siteId))].sort();

function send(station: TestStation & { mn: string }, at: number, value: number): void {
  const values = { a34004: value, a21026: 7 };
  station.send(...dataFrames({ mn: station.mn, at, values, flags: { a21026: 'D' } }));
}

describe('a change on the map', () => {
  it('reaches clients that show the site and may see it, from another process, in one message', async () => {
    const watcher = await ground.test.login('watcher', personPassword);
    const reader = await ground.test.login('reader', personPassword);
    const clerk = await ground.test.login('clerk', personPassword);
    const one = await show(elsewhere, admin, 100, `site:${near.siteId}`);
    // The subscription limits alarms; maps are limited by the data scope.
    const all = await show(elsewhere, admin, 110, 'site');
    const own = await show(here, watcher, 110, 'site');
    const listed = await show(here, reader, 110, `site:${near.siteId}`, `site:${far.siteId}`);
    const both = await show(elsewhere, watcher, 110, `site:${near.siteId}`, `site:${far.siteId}`);
    const [none, other] = [
      await show(here, clerk, 110, 'site'),
      await show(here, admin, 100, 'site:1', 'alarm'),
    ];
    send(near, second - 1000, 40);
    send(near, second, 41);
    send(far, second, 80);
    await soon(() => sitesOf(all)).toEqual([near.siteId, far.siteId].sort());
    await soon(() => heard(one).at(-1)).toEqual({
      siteId: near.siteId,
      state: 'on',
      ts: second,
      values: { 'PM2.5': 41, SO2: null },
      flags: { SO2: 'D' },
    });
    await soon(() => heard(own).at(-1)).toMatchObject({ ts: second });
    await soon(() => heard(both).at(-1)).toMatchObject({ ts: second });
    await soon(() => heard(listed).at(-1)).toMatchObject({ ts: second });
    for (const client of [one, own, both, listed]) expect(sitesOf(client)).toEqual([near.siteId]);
    expect(all.messages()[0]).toMatchObject({ kind: 'message', topic: 'site' });
    expect([none, other].map(heard)).toEqual([[], []]);
  });

  it('just before a site is shown is sent too, and none of sites no longer shown', async () => {
    const client = await show(here, admin, 100, `site:${far.siteId}`);
    await soon(() => heard(client)).toMatchObject([{ siteId: far.siteId, ts: second }]);
    client.send({ show: [`site:${near.siteId}`] });
    await soon(() => sitesOf(client)).toEqual([near.siteId, far.siteId].sort());
    const before = heard(client).length;
    send(far, second + 1000, 81);
    send(near, second + 1000, 42);
    await soon(() => heard(client).at(-1)).toMatchObject({ siteId: near.siteId, values: { 'PM2.5': 42 } });
    expect(
      heard(client)
        .slice(before)
        .map(({ siteId }) => siteId),
    ).toEqual([near.siteId]);
  });

  it('is also a station that goes offline, or a disabled site', async () => {
    const { test } = ground;
    const client = await show(here, admin, 100, 'site');
    test.clock.advance(10);
    await soon(() => heard(client).at(-1)).toMatchObject({ state: 'off' });
    test.clock.advance(-10);
    await soon(() => heard(client).at(-1)).toMatchObject({ state: 'on' });
    await test.app.pool.query(`update site set status = '1' where site_id = $1`, [near.siteId]);
    await test.app.bus.publish(siteChanged);
    await soon(() => heard(client).at(-1)).toMatchObject({ siteId: near.siteId, state: 'stopped' });
  });

  it('is also an index, as soon as its hour is rolled up', async () => {
    const client = await show(here, admin, 100, 'site');
    const closed = testHour - HOUR_MS;
    await storeHour(ground.test, near.siteId, closed, 20);
    const find = () => heard(client).find(({ siteId, index }) => siteId === near.siteId && index);
    // The snapshot with all indices is also reloaded every minute.
    await expect.poll(find, { timeout: 20_000 }).toMatchObject({ index: { hour: closed } });
  });

  it('is also a new index of an hour, and an index that becomes too old', async () => {
    const { test } = ground;
    const siteStates = openSiteStates(test.app, test.ingest, openAirHours(test.app, test.ingest.directory));
    await siteStates.refreshIndices();
    await siteStates.tick();
    const closed = testHour - HOUR_MS;
    await storeHour(test, far.siteId, closed, 30);
    await siteStates.tick();
    await siteStates.refreshIndices();
    const [change, ...rest] = await siteStates.tick();
    expect(rest).toEqual([]);
    expect(change).toMatchObject({
      id: far.siteId,
      deptId: 120,
      // CO of 30 mg/m³; by the European table PM2.5 of 30 is the worst.
      item: { index: { hour: closed, china: { aqi: 140 }, europe: { aqi: 3, reference: false } } },
    });
    await siteStates.refreshIndices();
    expect(await siteStates.tick()).toEqual([]);
    test.clock.advance(4 * 60 + 1);
    await siteStates.refreshIndices();
    expect((await siteStates.tick()).find(({ id }) => id === far.siteId)?.item.index).toBeNull();
    test.clock.advance(-4 * 60 - 1);
  });
});
