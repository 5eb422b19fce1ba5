import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveHttp } from '../../../platform/outbound/outbound.fixture.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { fullRounds, takeRounds } from '../../../testing/full-rounds.ts';
import { type KillableServer, startKillableServer } from '../../../testing/killable-server.ts';
import { addSite } from '../../../testing/stations.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { packetKind } from '../../reading/reading.ts';
import { addRule, findTestChannel, storeValue } from '../evaluation/alarm.fixture.ts';
import { addChannel } from './notify.fixture.ts';

/** Where the process is killed, between two steps or within one. */
const moments = [
  'after expanding',
  'after grouping',
  'before the result is written',
  'while expanding',
  'while grouping',
  'before the receiver answers',
  'at any time',
] as const;
type Moment = (typeof moments)[number];
const repeats = fullRounds ? 3 : 1;
const rounds = Array.from({ length: repeats }, () => takeRounds(moments, 3)).flat();

const siteCount = 5;
const longest = fullRounds ? 1_200_000 : 300_000;
const siteIds: number[] = [];
let t: TestApp;
let slot: number;

interface Call {
  id: string;
  body: string;
  changes: string[];
}
const calls: Call[] = [];
/** What happens between a call of the receiver and its answer. */
let beforeAnswer: () => Promise<void> = () => Promise.resolve();

beforeAll(async () => {
  t = await openTestApp();
  // The killed process reads the clock of the machine.
  t.clock.useMachineTime();
  const channel = findTestChannel(t, 'PM2.5');
  slot = channel.slot;
  for (let n = 0; n < siteCount; n += 1) siteIds.push(await addSite(t, { mn: `TELL${n}` }));
  await addRule(t, { basis: 'realtime', channel_id: channel.channelId, threshold: 100, interval: 0 });
  await t.app.pool.query(`update sys_config set config_value = '60' where config_key = 'alarm.maxChanges'`);
});
afterAll(() => t.close());

/** A receiver of webhooks that keeps what it is told. */
async function serveReceiver(): Promise<number> {
  const { port } = await serveHttp(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { data } = JSON.parse(body) as { data: { alarms: { alarmId: number; event: string }[] } };
    const changes = data.alarms.map(({ alarmId, event }) => `${alarmId} ${event}`);
    calls.push({ id: String(request.headers['webhook-id']), body, changes });
    await beforeAnswer();
    response.end();
  });
  return port;
}

const count = async (from: string): Promise<number> =>
  (await t.app.pool.query(`select count(*)::int as n from ${from}`)).rows[0].n;
const someDelivery = (condition: string) =>
  waitUntil(async () => (await count(`alarm_delivery where ${condition}`)) > 0, condition);

/** Lets those go on who wait for a locked table. */
let unlock = () => undefined as void;

/** Stops the process half-way through a step. */
async function lockTable(table: string, mode: string): Promise<void> {
  const client = await t.app.pool.connect();
  unlock = () => {
    client.release(true);
    unlock = () => undefined;
  };
  await client.query('begin');
  await client.query(`lock table ${table} in ${mode} mode`);
}

const someWaits = (statement: string) =>
  waitUntil(
    async () =>
      (await count(
        `pg_stat_activity where application_name = 'doomed' and wait_event_type = 'Lock' and query ilike '%${statement}%'`,
      )) > 0,
    `waits: ${statement}`,
  );

/** Each site exceeds the limit, or is below it again. */
async function report(value: number): Promise<void> {
  const ts = Date.now();
  await Promise.all(siteIds.map((siteId) => storeValue(t, siteId, slot, ts, value, packetKind.realtime)));
}

async function reachMoment(moment: Moment): Promise<void> {
  const { promise: isCalled, resolve: noteCall } = Promise.withResolvers<void>();
  switch (moment) {
    case 'while expanding':
      await lockTable('alarm_delivery', 'share');
      return someWaits('insert into alarm_delivery');
    case 'after expanding':
      return someDelivery(`state = 'waiting' and group_id is null`);
    case 'while grouping':
      await someDelivery(`state = 'waiting' and group_id is null`);
      await lockTable('alarm_delivery', 'share');
      return someWaits('update alarm_delivery');
    case 'after grouping':
      await someDelivery(`state = 'waiting' and group_id is null`);
      // Only sending reads the names of channels.
      await lockTable('basic_channel', 'access exclusive');
      return someDelivery(`state = 'waiting' and group_id is not null`);
    case 'before the receiver answers':
      beforeAnswer = () => {
        noteCall();
        return new Promise(() => undefined);
      };
      return isCalled;
    case 'before the result is written':
      beforeAnswer = async () => {
        await lockTable('alarm_delivery', 'share');
        noteCall();
      };
      await isCalled;
      return someWaits(`set state = ''sent''`);
    case 'at any time':
      await wait(Math.random() * 10_000);
  }
}

/** Kills the process, and its statements that wait for a lock: they would be carried out without it. */
async function kill(server: KillableServer): Promise<void> {
  const killed = server.kill();
  await t.app.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'doomed'`,
  );
  await killed;
}

it(
  `tells a receiver of every start and every end although the sender is killed ${rounds.length} times`,
  async () => {
    const port = await serveReceiver();
    await addChannel(t, { kind: 'webhook', url: `http://127.0.0.1:${port}/`, min_severity: 'info' });
    const allow = { OUTBOUND_ALLOW: '127.0.0.1' };
    let changes = 0;
    for (const moment of rounds) {
      const server = await startKillableServer(t, allow);
      try {
        const reached = reachMoment(moment);
        await report(changes % 2 === 0 ? 150 : 60);
        changes += 1;
        await reached;
      } finally {
        await kill(server);
        unlock();
        beforeAnswer = () => Promise.resolve();
      }
      // How long a dead owner keeps its lease is tested elsewhere.
      await t.app.pool.query('update lease set expires_at = now()');
    }
    const last = await startKillableServer(t, allow);
    if (changes % 2 === 1) {
      await report(60);
      changes += 1;
    }
    const expected = siteCount * changes;
    const told = () => new Set(calls.flatMap((call) => call.changes));
    await waitUntil(() => told().size >= expected, 'every change arrives');
    await waitUntil(async () => (await count(`alarm_delivery where state <> 'sent'`)) === 0, 'all sent');
    await last.kill();

    const { rows } = await t.app.pool.query(
      `select alarm_id::int || ' ' || event as change from alarm_log
       cross join (values ('raised'), ('ended')) as e (event)`,
    );
    expect([...told()].toSorted()).toEqual(rows.map(({ change }) => change).toSorted());
    expect(rows).toHaveLength(expected);
    const ids = Map.groupBy(
      calls.flatMap(({ id, changes: all }) => all.map((change) => ({ id, change }))),
      ({ change }) => change,
    );
    for (const [change, arrivals] of ids) expect(new Set(arrivals.map(({ id }) => id)).size, change).toBe(1);
  },
  longest,
);
