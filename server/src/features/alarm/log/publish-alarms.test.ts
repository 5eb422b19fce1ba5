import type { AlarmItem } from '@limpid/contract/live';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transact } from '../../../platform/db/transaction.ts';
import { type LiveClient, listenForSockets, watchTopics } from '../../../platform/live/live.fixture.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { soon } from '../../../testing/soon.ts';
import { addSite } from '../../../testing/stations.ts';
import { addAlarm } from './alarm-log.fixture.ts';
import { type PushedChange, publishAlarmMessages } from './publish-alarms.ts';

let t: TestApp;
let origin: string;
let admin: string;
let north: string;
let [here, there, below] = [0, 0, 0];
const clients: LiveClient[] = [];
beforeAll(async () => {
  t = await openTestApp();
  origin = await listenForSockets(t);
  await addDepartment(t, 200, 100, [0, 100]);
  await addDepartment(t, 210, 200, [0, 100, 200]);
  await addDepartment(t, 300, 100, [0, 100]);
  here = await addSite(t, { mn: 'SOUTH', deptId: 300 });
  there = await addSite(t, { mn: 'NORTH', deptId: 200 });
  below = await addSite(t, { mn: 'BELOW', deptId: 210 });
  await addPerson(t, 'north', [{ permissions: ['alarm:log:list'], dataScope: '3' }], 200);
  [admin, north] = [await t.login(), await t.login('north', personPassword)];
});
afterAll(async () => {
  for (const { socket } of clients) socket.terminate();
  await t.close();
});

async function watch(deptId: number, token: string, topics = ['alarm']): Promise<LiveClient> {
  const client = await watchTopics(origin, deptId, token, { show: topics });
  clients.push(client);
  return client;
}

const publish = (changes: PushedChange[]) =>
  transact(t.app.pool, (client) => publishAlarmMessages(client, t.app, changes));
const raised = (alarmId: number, value: number | null = 182.04): PushedChange => ({
  alarmId,
  event: 'raised',
  at: t.clock.now(),
  value,
});

it('sends alarms to the departments of their sites, in both shapes', async () => {
  const [all, some] = [await watch(100, admin), await watch(200, north)];
  const [dust, power, away] = [
    await addAlarm(t, { siteId: there }),
    await addAlarm(t, { siteId: there, alarmType: 'power' }),
    await addAlarm(t, { siteId: here, severity: 'critical' }),
  ];
  await publish([raised(dust), { ...raised(power, 10.5), event: 'repeated' }, raised(away, null)]);
  await soon(() => all.payloads().length).toBe(3);
  await soon(() => some.payloads().length).toBe(2);
  const [item] = all.payloads()[0] as AlarmItem[];
  expect(item).toMatchObject({
    siteName: 'NORTH',
    type: '可吸入颗粒物 PM10',
    val: 182,
    createTime: expect.stringMatching(/^2026-11-18 18:3\d:\d\d$/),
    alarmId: dust,
    siteId: there,
    severity: 'major',
    event: 'raised',
    ruleName: 'Dust',
    compare: 'gt',
    limit: 150,
  });
  expect(all.payloads()[1]).toMatchObject({
    type: 'standbyPowerWarn',
    entityName: 'NORTH',
    siteName: 'NORTH',
    desc: expect.stringContaining('Dust'),
    alarmId: power,
  });
  expect(all.payloads()[2]).toMatchObject([{ siteName: 'SOUTH', val: '-', severity: 'critical' }]);
  expect(JSON.stringify(some.payloads())).not.toContain('SOUTH');
});

it('sends at most 50 alarms of a department in one message, in their order', async () => {
  const client = await watch(200, admin);
  const alarmId = await addAlarm(t, { siteId: there });
  await publish(Array.from({ length: 120 }, (_, value) => raised(alarmId, value)));
  await soon(() => client.payloads().length).toBe(3);
  const lists = client.payloads() as AlarmItem[][];
  expect(lists.map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(lists.flat().map(({ val }) => val)).toEqual(Array.from({ length: 120 }, (_, value) => value));
});

it('sends nothing of a transaction that is rolled back, nor of historical or muted alarms, except their end', async () => {
  const client = await watch(200, admin, ['alarm', 'alarmLog']);
  const late = await addAlarm(t, { siteId: there, historical: true });
  const alarmId = await addAlarm(t, { siteId: there });
  const undone = transact(t.app.pool, async (client) => {
    await publishAlarmMessages(client, t.app, [raised(alarmId, 1)]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await publish([raised(late, 2)]);
  const muted = await addAlarm(t, { siteId: there });
  await t.app.pool.query(`update alarm_log set muted_until = $2 where alarm_id = $1`, [
    muted,
    new Date(t.clock.now().getTime() + 60_000),
  ]);
  await publish([{ ...raised(muted, 4), event: 'repeated' }]);
  await publish([raised(alarmId, 3)]);
  await publish([{ ...raised(muted, 5), event: 'ended' }]);
  const isAlarm = () => client.messages().filter(({ topic }) => topic === 'alarm');
  await soon(() => isAlarm().length).toBe(2);
  expect(isAlarm().map(({ payload }) => payload)).toMatchObject([[{ val: 3 }], [{ val: 5, event: 'ended' }]]);
  await soon(() => client.messages().some(({ topic }) => topic === 'alarmLog')).toBe(true);
});

it('catches up on alarms that a client missed', async () => {
  const alarmId = await addAlarm(t, { siteId: there });
  const before = await watch(200, north);
  const since = await before.ready();
  before.socket.terminate();
  await publish([raised(alarmId, 77)]);
  const client = await watchTopics(origin, 200, north, { show: ['alarm'], since });
  clients.push(client);
  await soon(() => JSON.stringify(client.payloads())).toContain('77');
});

it.each([
  ['1', []],
  ['2', [300]],
  ['3', []],
  ['4', []],
  ['5', []],
] as const)('reaches people by their data scope %s, at once and later', async (dataScope, deptIds) => {
  const userName = `scope${dataScope}`;
  const role = { permissions: ['alarm:log:list'], dataScope, deptIds: [...deptIds] };
  await addPerson(t, userName, [role], 200);
  const token = await t.login(userName, personPassword);
  const [now, everything] = [await watch(200, token), await watch(100, admin)];
  const since = await now.ready();
  const sites = [there, below, here];
  for (const siteId of sites) await publish([raised(await addAlarm(t, { siteId }))]);
  const reached = {
    1: ['NORTH', 'BELOW', 'SOUTH'],
    2: ['SOUTH'],
    3: ['NORTH'],
    4: ['NORTH', 'BELOW'],
    5: [],
  };
  await soon(() => everything.payloads().length).toBe(sites.length);
  const later = await watchTopics(origin, 200, token, { show: ['alarm'], since });
  clients.push(later);
  const namesOf = (client: LiveClient) =>
    client.payloads().map((items) => (items as AlarmItem[])[0]?.siteName);
  await soon(() => namesOf(now)).toEqual(reached[dataScope]);
  await soon(() => namesOf(later)).toEqual(reached[dataScope]);
});
