import { DAY_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makeFakeReceiver } from './fake-receiver.fixture.ts';
import { addSiteWithTarget, at, lead, minutesOf, settle, store } from './forwarding.fixture.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  await test.app.pool.query('truncate forward_target cascade; truncate forward_arrival');
});

const ascending = (list: readonly number[]) => list.toSorted((a, b) => a - b);

it('the backlog of a site is in the order of time across its kinds, wherever their gaps begin', async () => {
  const station = await addSiteWithTarget(test);
  const receiver = makeFakeReceiver();
  const delivery = await lead(test, receiver);
  await store(test, station, -200, 1);
  await store(test, station, -240, 1, 0, 2061);
  await settle(test, delivery, receiver, 3);
  await test.app.pool.query(`update forward_target set status = '1'`);
  await delivery.load();
  // The gap of hours begins before that of real-time data, its next reading comes later.
  for (let minute = -150; minute <= 50; minute += 20) await store(test, station, minute, 1);
  for (let minute = -180; minute <= 0; minute += 20) await store(test, station, minute, 1, 0, 2061);
  await test.app.pool.query(`update forward_target set status = '0'`);
  await delivery.load();
  receiver.accepted.length = 0;
  await settle(test, delivery, receiver);
  const backlog = receiver.accepted.filter(({ isReissued }) => isReissued);
  expect(new Set(backlog.map(({ kind }) => kind))).toEqual(new Set([2011, 2061]));
  expect(minutesOf(backlog)).toEqual(ascending(minutesOf(backlog)));
  expect(receiver.accepted).toHaveLength(11 + 10);
});

it('and goes on where a gap without readings lies before the others', async () => {
  const station = await addSiteWithTarget(test);
  const receiver = makeFakeReceiver();
  const delivery = await lead(test, receiver);
  for (const minute of [0, 5]) await store(test, station, minute, 1);
  for (const minute of [-60, 0]) await store(test, station, minute, 1, 0, 2061);
  await settle(test, delivery, receiver, 4);
  await test.app.pool.query(
    `insert into forward_gap (target_id, site_id, kind, from_ts, to_ts, reason)
     values ($1, $2, 2061, $3, $4, 'missed'), ($1, $2, 2011, $5, $6, 'missed'), ($1, $2, 2051, $3, $6, 'missed')`,
    [
      station.targetId,
      station.siteId,
      ...[at(0) - 40 * DAY_MS, at(0), at(0) - 39 * DAY_MS, at(5)].map((ts) => new Date(ts)),
    ],
  );
  await delivery.refreshGaps();
  receiver.accepted.length = 0;
  await settle(test, delivery, receiver, 40);
  for (let round = 0; round < 30; round++) await settle(test, delivery, receiver, 2);
  expect(minutesOf(receiver.accepted)).toEqual([-60, 0, 0, 5]);
  expect((await test.app.pool.query('select from forward_gap')).rowCount).toBe(0);
});
