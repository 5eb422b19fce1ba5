import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makeFakeReceiver } from './fake-receiver.fixture.ts';
import { addSiteWithTarget, lead, minutesOf, settle, store } from './forwarding.fixture.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  await test.app.pool.query('truncate forward_target cascade; truncate forward_arrival');
});

describe('a new lane begins with the first reading that is stored', () => {
  it('also where delivery has taken its arrival before it knew the target', async () => {
    const receiver = makeFakeReceiver();
    const delivery = await lead(test, receiver);
    const station = await addSiteWithTarget(test);
    await store(test, station, 59, 1);
    await delivery.run();
    await delivery.load();
    await settle(test, delivery, receiver, 3);
    expect(minutesOf(receiver.accepted)).toEqual([59]);
  });

  it('also where its arrival was not noted', async () => {
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver();
    const delivery = await lead(test, receiver);
    // As if it had been stored at the same moment as the target.
    await store(test, station, 61, 1);
    await test.app.pool.query('truncate forward_arrival');
    await store(test, station, 62, 1);
    await settle(test, delivery, receiver, 5);
    expect(minutesOf(receiver.accepted)).toEqual([61, 62]);
  });

  it('or with the first one that arrives, if that is earlier', async () => {
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver();
    const delivery = await lead(test, receiver);
    for (const minute of [0, 66]) await store(test, station, minute, 1);
    await settle(test, delivery, receiver);
    expect(minutesOf(receiver.accepted)).toEqual([66, 0]);
  });

  it('and not with what is from long before', async () => {
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver();
    await store(test, station, -100, 1);
    await test.app.pool.query('truncate forward_arrival');
    const delivery = await lead(test, receiver);
    await store(test, station, 70, 1);
    await settle(test, delivery, receiver, 5);
    expect(minutesOf(receiver.accepted)).toEqual([70]);
  });
});
