import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../../platform/db/database.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { type DatabaseProxy, openProxy } from '../../../testing/proxy.ts';
import { makeFakeReceiver } from './fake-receiver.fixture.ts';
import { addSiteWithTarget, lead, minutesOf, settle, store } from './forwarding.fixture.ts';

let test: TestApp;
let proxy: DatabaseProxy;
let near: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  test = await openTestApp();
  proxy = await openProxy(test.connection);
  near = openDatabase(proxy.connection, 'UTC', () => undefined);
});

afterAll(async () => {
  await near.close();
  await proxy.cut();
  await test.close();
});

it('a round that was stored although the answer to its COMMIT is lost is taken over', async () => {
  const station = await addSiteWithTarget(test, { max_rows: 3 });
  const receiver = makeFakeReceiver();
  const delivery = await lead({ ...test, app: { ...test.app, pool: near.pool } }, receiver);
  const loseCommit = async () => {
    proxy.loseAnswer('commit');
    await expect(delivery.run()).rejects.toThrow();
  };
  await store(test, station, 0, 1);
  await settle(test, delivery, receiver, 3);
  // The round takes the arrivals of new readings, and plans to send one of them.
  await store(test, station, 1, 1);
  await store(test, station, 2, 2);
  await loseCommit();
  await settle(test, delivery, receiver, 5);
  expect(minutesOf(receiver.accepted)).toEqual([0, 2, 1]);
  // It stores that a packet was accepted.
  await store(test, station, 3, 3);
  await delivery.run();
  await turn();
  await loseCommit();
  await store(test, station, 4, 4);
  await settle(test, delivery, receiver, 5);
  expect(minutesOf(receiver.accepted)).toEqual([0, 2, 1, 3, 4]);
  // It notes a late reading.
  await store(test, station, 2.5, 9);
  await loseCommit();
  await settle(test, delivery, receiver, 5);
  expect(minutesOf(receiver.accepted)).toEqual([0, 2, 1, 3, 4, 2.5]);
  for (const tries of Map.groupBy(receiver.received, ({ ts }) => ts).values())
    expect(new Set(tries.map(({ qn }) => qn)).size).toBe(1);
  // It counts what it gives up.
  receiver.react = () => 'connection';
  for (const minute of [5, 10, 15, 20, 25, 30]) await store(test, station, minute, minute);
  await settle(test, delivery, receiver, 3);
  await delivery.report();
  await loseCommit();
  await delivery.run();
  await delivery.report();
  await delivery.run();
  const { rows } = await test.app.pool.query('select skipped::integer from forward_target');
  expect(rows).toEqual([{ skipped: 3 }]);
  await delivery.close();
});
