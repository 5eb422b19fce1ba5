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

  it.each(['refused', 'timeout'] as const)('and is alone (%s) fails, and loses nothing', async (how) => {
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver(() => how);
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
