import { setImmediate as turn } from 'node:timers/promises';
import { DAY_MS } from '@limpid/contract/durations';
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

const valuesOf = (packets: FakeReceiver['received']) => packets.map(({ values }) => values[0]?.value);

beforeEach(async () => {
  await test.app.pool.query('truncate forward_target cascade; truncate forward_arrival');
});

describe('a target', () => {
  it('gets readings in the order of their times, each once', async () => {
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver();
    const delivery = await lead(test, receiver);
    for (const minute of [0, 1, 2]) {
      await store(test, station, minute, 10 + minute);
      await settle(test, delivery, receiver, 3);
    }
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
    for (const minute of [0, 5]) {
      for (const station of [wanting, other]) await store(test, station, minute, minute || 1);
      await settle(test, delivery, receiver, 5);
    }
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
    // The newest first: the others are not current any more.
    expect(valuesOf(receiver.accepted)).toEqual([10, 13, 11, 12]);
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

  it.each(['accepted', 'parked', 'repeated after a kill'])(
    'gets a late reading that arrives while a later one of the same gap is on its way and then %s',
    async (end) => {
      const station = await addSiteWithTarget(test);
      const receiver = makeFakeReceiver(() => 'connection');
      let delivery = await lead(test, receiver);
      await store(test, station, 0, 1);
      await settle(test, delivery, receiver, 2);
      for (const minute of [10, 31, 50, 51, 52, 53]) await store(test, station, minute, minute);
      receiver.react = ({ ts }) => {
        if (ts !== at(31)) return 'accept';
        return end === 'parked' ? 'timeout' : 'hold';
      };
      while (receiver.received.at(-1)?.ts !== at(31)) await settle(test, delivery, receiver, 1);
      await store(test, station, 20, 20);
      await settle(test, delivery, receiver, 5);
      receiver.react = () => 'accept';
      if (end === 'repeated after a kill') delivery = await lead(test, receiver);
      receiver.release();
      test.clock.advance(60);
      await settle(test, delivery, receiver);
      expect(new Set(minutesOf(receiver.accepted))).toEqual(new Set([0, 10, 20, 31, 50, 51, 52, 53]));
      const tries = receiver.received.filter(({ ts }) => ts === at(31));
      expect(new Set(tries.map(({ qn }) => qn)).size).toBe(1);
    },
  );

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

  it('that is away goes on with its pauses when only names change, and is tried at once at a new address', async () => {
    const station = await addSiteWithTarget(test);
    await addSiteBeside(test, station);
    const receiver = makeFakeReceiver(() => 'connection');
    const { openTransport } = receiver;
    let opened = 0;
    receiver.openTransport = (target) => {
      opened += 1;
      return openTransport(target);
    };
    const delivery = await lead(test, receiver);
    const update = async (statement: string) => {
      await test.app.pool.query(statement);
      await delivery.load();
      await delivery.run();
      await turn();
    };
    const countFailures = async () => {
      await delivery.report();
      return (await test.app.pool.query('select fail_count as n from forward_target')).rows[0].n;
    };
    await store(test, station, 0, 1);
    for (let tries = 1; tries <= 4; tries++) {
      await delivery.run();
      await turn();
      test.clock.advance(tries / 60);
      if (tries < 4) test.clock.advance(1);
    }
    const failures = await countFailures();
    expect(failures).toBeGreaterThan(2);
    // A row that is updated moves behind the others.
    await update(`update site set site_name = site_name where site_id = ${station.siteId}`);
    expect(opened).toBe(1);
    await update(`update site set site_name = 'another name' where site_id = ${station.siteId}`);
    expect(opened).toBe(2);
    expect(await countFailures()).toBe(failures);
    const tries = receiver.received.length;
    await update(`update forward_target set address = 'elsewhere.example:1'`);
    expect(receiver.received.length).toBe(tries + 1);
  });

  it('gets its backlog although that of another one goes through many empty days', async () => {
    const waiting = await addSiteWithTarget(test);
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver();
    const delivery = await lead(test, receiver);
    for (const minute of [0, 5]) {
      for (const { mn } of [waiting, station]) await store(test, { mn }, minute, 5);
      await settle(test, delivery, receiver, 3);
    }
    await test.app.pool.query(
      `insert into forward_gap (target_id, site_id, kind, from_ts, to_ts, reason)
       values ($1, $2, 2011, $3, $4, 'missed')`,
      [waiting.targetId, waiting.siteId, new Date(at(0) - 1000 * DAY_MS), new Date(at(0))],
    );
    await delivery.refreshGaps();
    await store(test, station, 3, 3);
    await settle(test, delivery, receiver, 3);
    expect(minutesOf(receiver.accepted.filter(({ site }) => site.mn === station.mn))).toEqual([0, 5, 3]);
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
