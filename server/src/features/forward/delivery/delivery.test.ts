import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { type FakeReceiver, makeFakeReceiver, type ReceiverReaction } from './fake-receiver.fixture.ts';
import {
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

const valuesOf = (packets: FakeReceiver['received']) => packets.map(({ values }) => values[0]?.value);

beforeEach(async () => {
  await test.app.pool.query('truncate forward_target cascade; truncate forward_arrival');
});

describe('a target', () => {
  it('gets readings in the order of their times, each once', async () => {
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver();
    const delivery = await lead(test, receiver);
    for (const minute of [0, 1, 2]) await store(test, station, minute, 10 + minute);
    await store(test, station, 2, 12);
    await settle(test, delivery, receiver, 10);
    expect(minutesOf(receiver.received)).toEqual([0, 1, 2]);
    expect(receiver.received[0]).toMatchObject({
      site: { mn: station.mn, systemCode: '22' },
      kind: 2011,
      isReissued: false,
      values: [{ code: 'a34004', value: 10, low: null, high: null, flag: 'N' }],
    });
  });

  it('gets the newest of many first, then those that it has missed', async () => {
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver(() => 'connection');
    const delivery = await lead(test, receiver);
    await store(test, station, 0, 1);
    await settle(test, delivery, receiver, 2);
    for (let minute = 1; minute <= 8; minute++) await store(test, station, minute, 1 + minute);
    receiver.react = () => 'accept';
    await settle(test, delivery, receiver);
    expect(minutesOf(receiver.accepted)).toEqual([0, 8, 1, 2, 3, 4, 5, 6, 7]);
    expect(receiver.accepted.map(({ isReissued }) => isReissued)).toEqual([
      false,
      false,
      ...Array.from({ length: 7 }, () => true),
    ]);
  });

  it('gets late readings, and corrected ones under a later QN unless it does not want them', async () => {
    const wanting = await addSiteWithTarget(test);
    const other = await addSiteWithTarget(test, { sends_corrected: false });
    const receiver = makeFakeReceiver();
    const delivery = await lead(test, receiver);
    for (const station of [wanting, other]) {
      await store(test, station, 0, 1);
      await store(test, station, 5, 5);
    }
    await settle(test, delivery, receiver, 5);
    for (const station of [wanting, other]) {
      await store(test, station, 3, 3);
      await store(test, station, 5, 6, 1000);
    }
    await settle(test, delivery, receiver, 10);
    const to = ({ mn }: ForwardedStation) => receiver.accepted.filter(({ site }) => site.mn === mn);
    expect(valuesOf(to(wanting))).toEqual([1, 5, 3, 6]);
    expect(valuesOf(to(other))).toEqual([1, 5, 3]);
    const [, first, , again] = to(wanting);
    expect(again?.qn).toBeGreaterThan(first?.qn ?? 0);
  });

  it('gets a packet again under the same QN, and later ones while it is parked', async () => {
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver(({ ts }) => (ts === at(0) ? 'timeout' : 'accept'));
    const delivery = await lead(test, receiver);
    await store(test, station, 0, 1);
    await store(test, station, 1, 2);
    await settle(test, delivery, receiver, 12);
    expect(minutesOf(receiver.accepted)).toEqual([1]);
    receiver.react = () => 'accept';
    test.clock.advance(60);
    await settle(test, delivery, receiver);
    expect(minutesOf(receiver.accepted)).toEqual([1, 0]);
    const tries = receiver.received.filter(({ ts }) => ts === at(0));
    expect(tries.length).toBeGreaterThan(3);
    expect(new Set(tries.map(({ qn }) => qn)).size).toBe(1);
  });

  it('that is paused gets everything afterwards, and nothing before its first reading', async () => {
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver();
    const delivery = await lead(test, receiver);
    await store(test, station, 10, 10);
    await settle(test, delivery, receiver, 3);
    await test.app.pool.query(`update forward_target set status = '1'`);
    await delivery.load();
    await store(test, station, 4, 4);
    for (const minute of [11, 13]) await store(test, station, minute, minute);
    await settle(test, delivery, receiver, 3);
    expect(valuesOf(receiver.accepted)).toEqual([10]);
    await store(test, station, 12, 12);
    await test.app.pool.query(`update forward_target set status = '0'`);
    await delivery.load();
    await settle(test, delivery, receiver, 10);
    expect(valuesOf(receiver.accepted)).toEqual([10, 11, 12, 13]);
  });

  it('that is away for ten minutes is tried now and then, and gets all of them when it is back', async () => {
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver(() => 'connection');
    const delivery = await lead(test, receiver);
    for (let second = 0; second < 600; second += 5) {
      if (second % 60 === 0) await store(test, station, second / 60, 1 + second);
      await delivery.run();
      await turn();
      test.clock.advance(5 / 60);
    }
    // After 1, 2, 4 … 60 seconds.
    expect(receiver.received.length).toBeGreaterThan(10);
    expect(receiver.received.length).toBeLessThan(20);
    receiver.react = () => 'accept';
    await settle(test, delivery, receiver);
    expect(minutesOf(receiver.accepted)).toEqual([0, 9, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set(receiver.received.filter(({ ts }) => ts === at(0)).map(({ qn }) => qn)).size).toBe(1);
  });

  it('gets the newest of what is beyond its limits, and the others are counted as skipped', async () => {
    const station = await addSiteWithTarget(test, { max_rows: 3 });
    const receiver = makeFakeReceiver(() => 'connection');
    const delivery = await lead(test, receiver);
    const stored = [0, 1, 60, 61, 62, 120, 121, 122];
    for (const minute of stored) await store(test, station, minute - 120, 1 + minute);
    await settle(test, delivery, receiver, 3);
    await delivery.report();
    await delivery.run();
    await delivery.report();
    const read = async () =>
      (await test.app.pool.query('select skipped::integer, unsent::integer from forward_target')).rows[0];
    expect(await read()).toEqual({ skipped: 5, unsent: 3 });
    receiver.react = () => 'accept';
    await settle(test, delivery, receiver);
    const sent = minutesOf(receiver.accepted).map((minute) => minute + 120);
    expect(sent.toSorted((a, b) => a - b)).toEqual([120, 121, 122]);
    expect((await read())?.skipped).toBe(5);
  });

  it('that cannot be written for is told as skipped, and does not stop the next reading', async () => {
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver(({ ts }) => (ts === at(0) ? 'unusable' : 'accept'));
    const delivery = await lead(test, receiver);
    await store(test, station, 0, 1);
    await store(test, station, 1, 2);
    await settle(test, delivery, receiver, 5);
    await delivery.report();
    expect(minutesOf(receiver.accepted)).toEqual([1]);
    const { rows } = await test.app.pool.query('select state, skipped, unsent from forward_target');
    expect(rows).toEqual([{ state: 'normal', skipped: 1, unsent: 0 }]);
    const log = await test.app.pool.query(
      `select handle_result, target_id, site_id, error_msg from forward_log where target_id = $1 and handle_result = '1'`,
      [station.targetId],
    );
    expect(log.rows).toEqual([
      {
        handle_result: '1',
        target_id: station.targetId,
        site_id: station.siteId,
        error_msg: expect.stringContaining('unusable'),
      },
    ]);
  });

  it('is failing while it is away, and gives up what is beyond its limits', async () => {
    const station = await addSiteWithTarget(test, { max_rows: 3 });
    const receiver = makeFakeReceiver(() => 'connection');
    const delivery = await lead(test, receiver);
    await store(test, station, 0, 0);
    await settle(test, delivery, receiver, 6);
    await delivery.report();
    const read = async () =>
      (await test.app.pool.query('select state, unsent, skipped from forward_target')).rows;
    expect(await read()).toMatchObject([{ state: 'failing', unsent: 1 }]);
    for (let minute = 1; minute < 60; minute += 10) await store(test, station, minute, minute);
    receiver.react = ({ isReissued }) => (isReissued ? 'refused' : 'accept');
    await settle(test, delivery, receiver, 20);
    test.clock.advance(2);
    await delivery.report();
    await delivery.run();
    await delivery.report();
    const [row] = await read();
    expect(row?.['unsent']).toBeLessThanOrEqual(3);
    expect(row?.['skipped']).toBeGreaterThan(0);
  });
});

describe('delivery', () => {
  const event = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        store: fc.integer({ min: 0, max: 30 }),
        value: fc.integer({ min: 1, max: 99 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ rounds: fc.integer({ min: 1, max: 4 }) }) },
    { weight: 1, arbitrary: fc.constant({ kill: true as const }) },
  );
  const reaction = fc.constantFrom<ReceiverReaction>(
    'accept',
    'accept',
    'lost',
    'timeout',
    'connection',
    'refused',
  );

  it('loses nothing and repeats QNs, whatever fails and whenever its process is killed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 30 }),
        fc.array(reaction, { maxLength: 20 }),
        async (events, reactions) => {
          await test.app.pool.query('truncate forward_target cascade; truncate forward_arrival');
          const station = await addSiteWithTarget(test);
          const left = [...reactions];
          const receiver = makeFakeReceiver(() => left.shift() ?? 'accept');
          let delivery = await lead(test, receiver);
          await store(test, station, 0, 1);
          let qn = 1;
          for (const one of events) {
            if ('store' in one) await store(test, station, one.store, one.value, qn++);
            if ('rounds' in one) await settle(test, delivery, receiver, one.rounds);
            if ('kill' in one) delivery = await lead(test, receiver);
          }
          await settle(test, delivery, receiver);
          await checkOutcome(station, receiver);
        },
      ),
      { numRuns: 12 },
    );
  });

  async function checkOutcome({ siteId }: ForwardedStation, receiver: FakeReceiver): Promise<void> {
    const { rows } = await test.app.pool.query<{ ts: number; s1: number }>(
      'select extract(epoch from ts)::float8 * 1000 as ts, s1 from reading where site_id = $1',
      [siteId],
    );
    const stored = new Map(rows.map(({ ts, s1 }) => [ts, s1]));
    const far = new Map<number, { qn: number; value: unknown }>();
    for (const { ts, qn, values } of receiver.accepted) {
      const before = far.get(ts);
      if (!before || qn >= before.qn) far.set(ts, { qn, value: values[0]?.value });
    }
    expect(Array.from(far, ([ts, { value }]) => [ts, value]).toSorted()).toEqual([...stored].toSorted());
    const live = receiver.accepted.filter(({ isReissued }) => !isReissued).map(({ ts }) => ts);
    expect(live).toEqual(live.toSorted((a, b) => a - b));
    const gaps = await test.app.pool.query('select * from forward_gap');
    expect(gaps.rows).toEqual([]);
  }
});
