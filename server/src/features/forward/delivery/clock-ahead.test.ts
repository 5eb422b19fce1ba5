import { MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { type FakeReceiver, makeFakeReceiver } from './fake-receiver.fixture.ts';
import { addSiteWithTarget, at, lead, minutesOf, settle, store } from './forwarding.fixture.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  await test.app.pool.query('truncate forward_target cascade; truncate forward_arrival');
});

// The clock begins at minute 60, and each round takes a minute.
const lane = ({ accepted }: FakeReceiver, isReissued: boolean) =>
  minutesOf(accepted.filter((packet) => packet.isReissued === isReissued));
const readTarget = async () =>
  (await test.app.pool.query('select unsent, oldest_unsent from forward_target')).rows[0];

it('a reading far ahead of the clock leaves at once, and the true ones after it are current', async () => {
  const station = await addSiteWithTarget(test);
  const receiver = makeFakeReceiver();
  let delivery = await lead(test, receiver);
  await store(test, station, 60, 1);
  await settle(test, delivery, receiver, 2);
  await store(test, station, 180, 1);
  for (let minute = 62; minute <= 66; minute++) {
    await store(test, station, minute, 1);
    await settle(test, delivery, receiver, 1);
  }
  expect(lane(receiver, false)).toEqual([60, 62, 63, 64, 65, 66]);
  expect(lane(receiver, true)).toEqual([180]);
  await settle(test, delivery, receiver, 2);
  // Nor is it sent again when its time comes, also by another process, unless it changes.
  delivery = await lead(test, receiver);
  await store(test, station, 180, 2, 1);
  await settle(test, delivery, receiver, 4);
  expect(lane(receiver, true)).toEqual([180, 180]);
  test.clock.advance(108);
  await delivery.report();
  expect(await readTarget()).toEqual({ unsent: 0, oldest_unsent: null });
  for (const minute of [178, 179, 181, 182]) await store(test, station, minute, 1);
  await settle(test, delivery, receiver, 6);
  expect(lane(receiver, false).slice(6)).toEqual([178, 179, 181, 182]);
  expect(lane(receiver, true)).toEqual([180, 180]);
});

it('a station whose clock is hours ahead is sent at once, and each reading once when its clock is set right', async () => {
  const station = await addSiteWithTarget(test);
  const receiver = makeFakeReceiver();
  const delivery = await lead(test, receiver);
  // The tests share a clock.
  const now = Math.ceil((test.clock.now().getTime() - at(0)) / MINUTE_MS);
  const storeAll = async (...minutes: number[]) => {
    for (const minute of minutes) await store(test, station, now + minute, 1);
  };
  const ahead = [180, 181, 182, 183, 184, 185, 186, 187];
  await storeAll(...ahead);
  await settle(test, delivery, receiver, 20);
  expect(lane(receiver, true)).toEqual(ahead.map((minute) => now + minute));
  receiver.react = () => 'connection';
  await storeAll(20, 21, 22, 23);
  await settle(test, delivery, receiver, 2);
  test.clock.advance(200);
  await storeAll(189, 190, 191);
  await settle(test, delivery, receiver, 2);
  receiver.react = () => 'accept';
  await settle(test, delivery, receiver);
  expect(minutesOf(receiver.accepted).toSorted((a, b) => a - b)).toEqual(
    [20, 21, 22, 23, ...ahead, 189, 190, 191].map((minute) => now + minute),
  );
  expect(lane(receiver, false).at(-1)).toBe(now + 191);
});
