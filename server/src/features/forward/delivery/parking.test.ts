import { setImmediate as turn } from 'node:timers/promises';
import { MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { type FakeReceiver, makeFakeReceiver } from './fake-receiver.fixture.ts';
import {
  addSiteBeside,
  addSiteWithTarget,
  at,
  type ForwardedStation,
  lead,
  minutesOf,
  settle,
  store,
} from './forwarding.fixture.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  await test.app.pool.query('truncate forward_target cascade; truncate forward_arrival, forward_log');
});

const of = ({ mn }: ForwardedStation, { accepted }: FakeReceiver) =>
  minutesOf(accepted.filter(({ site }) => site.mn === mn));
const minutes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const readTarget = async () =>
  (await test.app.pool.query('select state, skipped::integer, problem from forward_target')).rows[0];
const countParked = async () =>
  (await test.app.pool.query('select count(*)::integer as n from forward_gap where parks > 0')).rows[0].n;

async function addPair(settings: Record<string, unknown> = {}) {
  const station = await addSiteWithTarget(test, settings);
  return [station, await addSiteBeside(test, station)] as const;
}

describe('a missed reading that the receiver refuses', () => {
  it('steps aside for the others of its site, and is given up if these are accepted', async () => {
    const [one, other] = await addPair();
    const receiver = makeFakeReceiver(() => 'connection');
    const delivery = await lead(test, receiver);
    for (const minute of minutes(0, 8)) await store(test, one, minute, 1 + minute);
    await settle(test, delivery, receiver, 3);
    receiver.react = ({ ts, site }) => (site.mn === one.mn && ts === at(3) ? 'refused' : 'accept');
    await settle(test, delivery, receiver, 40);
    expect(of(one, receiver).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 4, 5, 6, 7, 8]);
    // The refused one is tried now and then, beside current readings.
    for (const minute of minutes(10, 30)) {
      await store(test, one, minute, minute);
      await store(test, other, minute, minute);
      await settle(test, delivery, receiver, 20);
      test.clock.advance(30);
    }
    expect(of(one, receiver).slice(8)).toEqual(minutes(10, 30));
    expect(of(other, receiver)).toEqual(minutes(10, 30));
    await delivery.report();
    expect(await readTarget()).toMatchObject({ state: 'normal', skipped: 1, problem: null });
    expect((await test.app.pool.query('select from forward_gap')).rowCount).toBe(0);
    const tries = receiver.received.filter(({ ts, site }) => site.mn === one.mn && ts === at(3));
    expect(new Set(tries.map(({ qn }) => qn)).size).toBe(1);
    const log = await test.app.pool.query<{ error_msg: string }>(
      `select error_msg from forward_log where handle_result = '1' and data_time = $1`,
      [new Date(at(3))],
    );
    expect(log.rows.filter(({ error_msg: text }) => text.startsWith('refused')).length).toBeGreaterThan(8);
    expect(log.rows.filter(({ error_msg: text }) => text.includes('given up'))).toHaveLength(1);
  });
});

describe('a site that the receiver refuses', () => {
  it('stops no other one, and gets everything once it is accepted', async () => {
    const [refused, other] = await addPair();
    const receiver = makeFakeReceiver(({ site }) => (site.mn === refused.mn ? 'refused' : 'accept'));
    const delivery = await lead(test, receiver);
    for (const minute of minutes(0, 40)) {
      await store(test, refused, minute, minute);
      await store(test, other, minute, minute);
      await settle(test, delivery, receiver, 3);
      expect(of(other, receiver)).toEqual(minutes(0, minute));
    }
    await delivery.report();
    expect(await readTarget()).toMatchObject({
      state: 'normal',
      skipped: 0,
      problem: 'forward.problems.site',
    });
    expect(of(refused, receiver)).toEqual([]);
    receiver.react = () => 'accept';
    test.clock.advance(120);
    await settle(test, delivery, receiver);
    expect(of(refused, receiver).toSorted((a, b) => a - b)).toEqual(minutes(0, 40));
  });

  it('and is alone fails, and loses nothing', async () => {
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver(() => 'refused');
    const delivery = await lead(test, receiver);
    for (const minute of minutes(0, 30)) {
      await store(test, station, minute, minute);
      await settle(test, delivery, receiver, 30);
      test.clock.advance(60);
    }
    await delivery.report();
    expect(await readTarget()).toMatchObject({ state: 'failing', skipped: 0 });
    receiver.react = () => 'accept';
    test.clock.advance(120);
    await settle(test, delivery, receiver);
    expect(of(station, receiver).toSorted((a, b) => a - b)).toEqual(minutes(0, 30));
  });
});

describe('a receiver that takes packets and answers none', () => {
  const ascending = (list: readonly number[]) => list.toSorted((a, b) => a - b);

  it('gets everything in the order of its lanes as soon as it answers again', async () => {
    const pair = await addPair();
    const receiver = makeFakeReceiver(({ ts }) => (ts > at(6) ? 'timeout' : 'connection'));
    const delivery = await lead(test, receiver);
    for (const station of pair) await store(test, station, 0, 1);
    await settle(test, delivery, receiver, 3);
    // More than a lane sends one after the other: the outage begins with a backlog.
    for (const minute of minutes(1, 6))
      for (const station of pair) await store(test, station, minute, minute);
    receiver.react = ({ ts }) => (ts <= at(1) ? 'accept' : 'timeout');
    for (const minute of minutes(7, 16)) {
      for (const station of pair) await store(test, station, minute, minute);
      await settle(test, delivery, receiver, 10);
      test.clock.advance(20);
    }
    await delivery.report();
    expect(await readTarget()).toMatchObject({ state: 'failing', skipped: 0 });
    receiver.react = () => 'accept';
    const accepted = receiver.accepted.length;
    const back = test.clock.now().getTime();
    // A target that fails is tried at least once a minute, and a packet every few seconds then.
    while (test.clock.now().getTime() - back < 10 * MINUTE_MS) {
      await delivery.run();
      await turn();
      test.clock.advance(3 / 60);
    }
    for (const station of pair) {
      expect(ascending(of(station, receiver))).toEqual(minutes(0, 16));
      const sent = receiver.accepted.slice(accepted).filter(({ site }) => site.mn === station.mn);
      for (const isReissued of [false, true]) {
        const lane = minutesOf(sent.filter((packet) => packet.isReissued === isReissued));
        expect(lane).toEqual(ascending(lane));
      }
    }
    const qns = Map.groupBy(receiver.received, ({ site, ts }) => `${site.mn} ${ts}`);
    for (const tries of qns.values()) expect(new Set(tries.map(({ qn }) => qn)).size).toBe(1);
  });
});

describe.each(['close', 'fail'] as const)('where a receiver does this to packets of a site: %s', (how) => {
  it('the others of its target get their turns, and it gets everything once it is accepted', async () => {
    const [lost, other] = await addPair();
    const third = await addSiteBeside(test, lost);
    const receiver = makeFakeReceiver(({ site }) => (site.mn === lost.mn ? how : 'accept'));
    const delivery = await lead(test, receiver);
    for (const minute of minutes(0, 30)) {
      for (const station of [lost, other, third]) await store(test, station, minute, minute);
      await settle(test, delivery, receiver, 8);
    }
    await settle(test, delivery, receiver, 20);
    for (const station of [other, third])
      expect(new Set(of(station, receiver))).toEqual(new Set(minutes(0, 30)));
    await delivery.report();
    expect(await readTarget()).toMatchObject({
      state: 'normal',
      skipped: 0,
      problem: 'forward.problems.site',
    });
    expect(await countParked()).toBeGreaterThan(0);
    expect(of(lost, receiver)).toEqual([]);
    receiver.react = () => 'accept';
    // Those that were set aside come after rounds in which nothing is found.
    for (let hours = 0; hours < 4; hours += 2) {
      test.clock.advance(120);
      await settle(test, delivery, receiver);
    }
    expect(new Set(of(lost, receiver))).toEqual(new Set(minutes(0, 30)));
  });

  it('it is away if it does so to all: nothing is set aside, and everything arrives later', async () => {
    const pair = await addPair();
    const receiver = makeFakeReceiver();
    const delivery = await lead(test, receiver);
    for (const station of pair) await store(test, station, 0, 0);
    await settle(test, delivery, receiver, 3);
    receiver.react = () => how;
    for (const minute of minutes(1, 20)) {
      for (const station of pair) await store(test, station, minute, minute);
      await settle(test, delivery, receiver, 8);
    }
    await delivery.report();
    expect(await readTarget()).toMatchObject({
      state: 'failing',
      skipped: 0,
      problem: 'forward.problems.connection',
    });
    expect(await countParked()).toBe(0);
    receiver.react = () => 'accept';
    await settle(test, delivery, receiver);
    for (const station of pair) expect(new Set(of(station, receiver))).toEqual(new Set(minutes(0, 20)));
  });
});

it('a reading for which the connection is closed stops no other kind of its site', async () => {
  const station = await addSiteWithTarget(test);
  const receiver = makeFakeReceiver(({ kind, ts }) => (kind === 2011 && ts === at(1) ? 'close' : 'accept'));
  const delivery = await lead(test, receiver);
  for (const minute of minutes(0, 20)) {
    await store(test, station, minute, minute);
    await store(test, station, minute, minute, 0, 2051);
    await settle(test, delivery, receiver, 8);
  }
  await settle(test, delivery, receiver, 30);
  const kinds = Map.groupBy(receiver.accepted, ({ kind }) => kind);
  expect(new Set(minutesOf(kinds.get(2051) ?? []))).toEqual(new Set(minutes(0, 20)));
  expect(new Set(minutesOf(kinds.get(2011) ?? []))).toEqual(new Set([0, ...minutes(2, 20)]));
});

describe('readings that cannot be written as packets', () => {
  it('are skipped, and are the problem of a target that gets nothing else', async () => {
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver(() => 'unusable');
    const delivery = await lead(test, receiver);
    for (const minute of minutes(0, 3)) await store(test, station, minute, minute);
    await settle(test, delivery, receiver);
    await delivery.report();
    expect(await readTarget()).toEqual({
      state: 'failing',
      skipped: 4,
      problem: 'forward.problems.unusable',
    });
  });

  it('are the problem of a target whose other sites are accepted', async () => {
    const [broken, other] = await addPair();
    const receiver = makeFakeReceiver(({ site }) => (site.mn === broken.mn ? 'unusable' : 'accept'));
    const delivery = await lead(test, receiver);
    for (const minute of minutes(0, 5)) {
      for (const station of [broken, other]) await store(test, station, minute, minute);
      await settle(test, delivery, receiver, 3);
    }
    await delivery.report();
    expect(await readTarget()).toEqual({ state: 'normal', skipped: 6, problem: 'forward.problems.unusable' });
  });
});

it('a reading that meets a fault of ours is set aside and sent later', async () => {
  const station = await addSiteWithTarget(test);
  const receiver = makeFakeReceiver(({ ts }) => (ts === at(0) ? 'crash' : 'accept'));
  const delivery = await lead(test, receiver);
  await store(test, station, 0, 0);
  await settle(test, delivery, receiver, 8);
  for (const minute of minutes(1, 3)) {
    await store(test, station, minute, minute);
    await settle(test, delivery, receiver, 4);
  }
  await delivery.report();
  expect(of(station, receiver)).toEqual([1, 2, 3]);
  expect(await readTarget()).toMatchObject({ state: 'normal', skipped: 0 });
  receiver.react = () => 'accept';
  test.clock.advance(60);
  await settle(test, delivery, receiver);
  expect(of(station, receiver)).toEqual([1, 2, 3, 0]);
});

it('a receiver may answer what a database refuses', async () => {
  const [station, other] = await addPair();
  const receiver = makeFakeReceiver(({ site }) => (site.mn === other.mn ? 'accept' : 'refused'));
  receiver.answer = 'a\0b\ud800';
  const delivery = await lead(test, receiver);
  await store(test, station, 0, 1);
  await settle(test, delivery, receiver, 4);
  await delivery.report();
  const { rows } = await test.app.pool.query('select problem_detail from forward_target');
  expect(rows).toEqual([{ problem_detail: 'the receiver says ab\ufffd' }]);
  const log = await test.app.pool.query(
    `select distinct error_msg from forward_log where handle_result = '1'`,
  );
  expect(log.rows).toEqual([{ error_msg: 'refused: the receiver says ab\ufffd' }]);
});
