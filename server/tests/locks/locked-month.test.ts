import { MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { letPacketsIn } from '../../src/features/quality/lock/let-in.ts';
import {
  entityOf,
  hashMonth,
  month,
  openLocks,
  readMonth,
} from '../../src/features/quality/lock/lock.fixture.ts';
import { packetKind } from '../../src/features/reading/reading.ts';
import { parametersChanged } from '../../src/platform/parameters.store.ts';
import { type FloodingBroker, startFloodingBroker } from '../../src/testing/flooding-broker.ts';
import { runTask } from '../../src/testing/run-task.ts';
import { addSite } from '../../src/testing/stations.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { ways } from './lock-ways.fixture.ts';
import { type LockedMonth, openLockedMonth, places } from './locked-month.fixture.ts';

let broker: FloodingBroker;
let tools: Awaited<ReturnType<typeof openLocks>>;
beforeAll(async () => {
  broker = await startFloodingBroker([]);
  tools = await openLocks({ MQTT_URL: broker.url });
  await waitUntil(tools.gateway.receivesMqtt, 'the broker');
});
afterAll(async () => {
  await tools?.close();
  await broker?.close();
});

describe.each([
  ['loose', false],
  ['packed', true],
])('a locked month with %s days', (kind, isPacked) => {
  let locked: LockedMonth;
  beforeAll(async () => {
    locked = await openLockedMonth(tools, broker, `LOCK-${kind}`, isPacked);
  });
  afterAll(async () => {
    await tools.test.app.pool.query('delete from data_rule');
    await tools.test.app.pool.query('update basic_channel set max_value = 5000 where slot = 1');
    await tools.test.app.bus.publish(parametersChanged);
  });

  it('has the same hash after every way of changing it', async () => {
    const before = await locked.hash();
    for (const [way, tries] of ways) {
      await tries(locked);
      await locked.settle();
      expect({ way, ...(await locked.hash()) }).toEqual({ way, ...before });
    }
    await runTask(tools.test, 'readingTask.pack(3)');
    expect(await hashMonth(tools.test, locked.siteId)).toBe(before.values);
  });

  it('keeps what came after the lock, and lets it in when it is unlocked, with everything that was left out', async () => {
    const { test, send } = tools;
    const { siteId, entityId, lockId, mn } = locked;
    const packet = (time: string, packetKind: string, sent: string, arrivals = 1) => ({
      localTime: `2026-10-31 ${time}`,
      kind: packetKind,
      sentValues: `PM2.5=${sent}`,
      arrivals,
    });
    const kept = await tools.listKept(lockId);
    expect(
      kept.toSorted((a, b) => String(a['localTime']).localeCompare(String(b['localTime']))),
    ).toMatchObject([
      packet('00:00:00', '2031', '500 N'),
      packet('02:00:00', '2061', '500 N'),
      packet('02:05:00', '2011', '33.5 D', 2),
      packet('02:20:00', '2051', '99 N'),
      packet('02:25:00', '2011', '44 N'),
      packet('02:26:00', '2011', '45 N'),
      packet('02:27:00', '2011', '46 N'),
    ]);
    const list = await send('GET', `/data/audit/lock/list?entityId=${entityId}`);
    expect(list.rows).toMatchObject([
      { month, state: 'locked', keptPackets: 7, keptSites: 1, lockedBy: 'admin', reason: 'reported' },
    ]);
    expect((await tools.unlock(lockId)).data).toEqual({ keptPackets: 7 });
    expect(await letPacketsIn(test.app, test.ingest)).toBe(7);
    await locked.settle();
    const after = await readMonth(test, siteId);
    const valueAt = (ts: number) =>
      after.readings
        .filter((one) => one.ts === ts && one.kind !== packetKind.hour)
        .flatMap(({ values }) => values);
    const late = [5, 20, 25, 26, 27].map((n) => places.minute + n * MINUTE_MS);
    expect([...late, places.beyond].map(valueAt)).toEqual([[null], [148.5], [66], [67.5], [69], [30_000]]);
    expect(JSON.stringify([after.hours, after.days])).not.toContain('777');
    expect(JSON.stringify(after.flags)).toContain(`${mn} strict`);
    expect(JSON.stringify(after.flags)).toContain(`${mn} station`);
    const { rows: log } = await test.app.pool.query(
      `select action, user_name, reason, kept_packets, let_in, expired from month_lock_log
       where entity_id = $1 order by log_id`,
      [entityId],
    );
    const none = { kept_packets: null, let_in: 0, expired: 0 };
    expect(log).toEqual([
      { action: 'lock', user_name: 'admin', reason: 'reported', ...none },
      {
        action: 'unlock',
        user_name: 'admin',
        reason: 'one packet is missing',
        ...none,
        kept_packets: 7,
        let_in: 7,
      },
    ]);
  });

  it('covers a site that comes with values to be corrected again, which follow when it is unlocked', async () => {
    const { test, send } = tools;
    const { mn, hash, settle, issueForPast } = locked;
    const newcomer = await tools.addMeasured(`${mn}-NEW`, isPacked);
    const addEntity = async (code: string) => entityOf(test, await addSite(test, { mn: `${mn}-${code}` }));
    const [one, other] = [await addEntity('ONE'), await addEntity('OTHER')];
    const move = async (entityId: number) => {
      const { data } = await send('GET', `/site/site/${newcomer}`);
      expect(await send('PUT', '/site/site', { ...data, entityId })).toMatchObject({ code: 200 });
      await settle();
    };
    const locks = [await tools.lock(one)];
    await issueForPast(newcomer);
    const before = await hash(newcomer);
    await move(one);
    expect(await hash(newcomer)).toEqual(before);
    const readValue = async (ts: number) =>
      (await readMonth(test, newcomer)).readings.find((one) => one.ts === ts)?.values;
    // What waits for one lock does not hinder another.
    await move(other);
    locks.push(await tools.lock(other));
    for (const lock of locks) {
      expect(lock.code).toBe(200);
      expect(await readValue(places.minute)).toEqual([10]);
      await tools.unlock(lock.data?.['lockId']);
      await settle();
    }
    expect(await readValue(places.minute)).toEqual([15]);
    expect((await readMonth(test, newcomer)).hours[2]).toMatchObject({ a1: 15 });
  });
});
