import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { MINUTE_MS } from '@limpid/contract/durations';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeLease } from '../../../platform/lease/lease.store.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testMinute } from '../../../testing/clock.ts';
import { addSite, stationTime } from '../../../testing/stations.ts';
import { makePacket } from '../../reading/reading.fixture.ts';
import { type Delivery, openDelivery } from './delivery.ts';
import { type FakeReceiver, makeFakeReceiver, type ReceiverReaction } from './fake-receiver.fixture.ts';

let test: TestApp;
let count = 0;
const start = testMinute - 60 * MINUTE_MS;
const at = (minute: number) => start + minute * MINUTE_MS;

beforeAll(async () => {
  test = await openTestApp();
});

afterAll(() => test.close());

interface Station {
  mn: string;
  siteId: number;
  targetId: number;
}

/** A site whose entity has one target. */
async function addForwardedSite(settings: Record<string, unknown> = {}): Promise<Station> {
  const mn = `FORWARD${++count}`;
  const siteId = await addSite(test, { mn });
  const columns = ['entity_id', 'target_name', 'protocol', 'address', ...Object.keys(settings)];
  const values = [mn, 'hj212-2017', 'receiver.example:1', ...Object.values(settings)];
  const { rows } = await test.app.pool.query<{ target_id: number }>(
    `insert into forward_target (${columns.join(', ')})
     select entity_id, ${values.map((_, n) => `$${n + 2}`).join(', ')} from site where site_id = $1 returning target_id`,
    [siteId, ...values],
  );
  return { mn, siteId, targetId: rows[0]?.target_id ?? 0 };
}

async function store({ mn }: Station, minute: number, value: number, later = 0): Promise<void> {
  const device = test.ingest.directory.findByMn(mn);
  if (!device) throw new Error(mn);
  const packet = makePacket(
    `DataTime=${stationTime(at(minute)).slice(0, 14)};a34004-Rtd=${value},a34004-Flag=N`,
    `QN=${stationTime(at(minute) + later)};ST=22;CN=2011;PW=1;MN=${mn};Flag=5`,
  );
  const stored = new Promise((done) => test.ingest.storePacket(packet, device, () => undefined, done));
  expect(await stored).toBe(true);
}

/** Begins a term of leadership; the one before ends as if its process were killed. */
async function lead(receiver: FakeReceiver): Promise<Delivery> {
  const claim = { name: `forward ${randomUUID()}`, owner: randomUUID(), durationMs: 60_000 };
  const fence = await takeLease(test.app.pool, claim);
  const delivery = openDelivery(
    {
      app: test.app,
      channels: () => test.ingest.directory.channels(),
      openTransport: receiver.openTransport,
      wake: () => undefined,
    },
    { ...claim, fence: fence ?? 0 },
  );
  await delivery.load();
  return delivery;
}

/** Runs rounds, by default until nothing more is sent; pauses after failures pass in no time. */
async function settle(delivery: Delivery, receiver: FakeReceiver, rounds = 200): Promise<void> {
  let idle = 0;
  for (let round = 0; round < rounds && idle < 4; round++) {
    const before = receiver.received.length;
    await delivery.run();
    await turn();
    test.clock.advance(1);
    idle = receiver.received.length === before ? idle + 1 : 0;
  }
}

const minutesOf = (packets: FakeReceiver['received']) => packets.map(({ ts }) => (ts - start) / MINUTE_MS);
const valuesOf = (packets: FakeReceiver['received']) => packets.map(({ values }) => values[0]?.value);

beforeEach(async () => {
  await test.app.pool.query('truncate forward_target cascade; truncate forward_arrival');
});

describe('a target', () => {
  it('gets readings in the order of their times, each once', async () => {
    const station = await addForwardedSite();
    const receiver = makeFakeReceiver();
    const delivery = await lead(receiver);
    for (const minute of [0, 1, 2]) await store(station, minute, 10 + minute);
    await store(station, 2, 12);
    await settle(delivery, receiver, 10);
    expect(minutesOf(receiver.received)).toEqual([0, 1, 2]);
    expect(receiver.received[0]).toMatchObject({
      site: { mn: station.mn, systemCode: '22' },
      kind: 2011,
      isReissued: false,
      values: [{ code: 'a34004', value: 10, low: null, high: null, flag: 'N' }],
    });
  });

  it('gets the newest of many first, then those that it has missed', async () => {
    const station = await addForwardedSite();
    const receiver = makeFakeReceiver(() => 'connection');
    const delivery = await lead(receiver);
    await store(station, 0, 1);
    await settle(delivery, receiver, 2);
    for (let minute = 1; minute <= 8; minute++) await store(station, minute, 1 + minute);
    receiver.react = () => 'accept';
    await settle(delivery, receiver);
    expect(minutesOf(receiver.accepted)).toEqual([0, 8, 1, 2, 3, 4, 5, 6, 7]);
    expect(receiver.accepted.map(({ isReissued }) => isReissued)).toEqual([
      false,
      false,
      ...Array.from({ length: 7 }, () => true),
    ]);
  });

  it('gets late readings, and corrected ones under a later QN unless it does not want them', async () => {
    const wanting = await addForwardedSite();
    const other = await addForwardedSite({ sends_corrected: false });
    const receiver = makeFakeReceiver();
    const delivery = await lead(receiver);
    for (const station of [wanting, other]) {
      await store(station, 0, 1);
      await store(station, 5, 5);
    }
    await settle(delivery, receiver, 5);
    for (const station of [wanting, other]) {
      await store(station, 3, 3);
      await store(station, 5, 6, 1000);
    }
    await settle(delivery, receiver, 10);
    const to = ({ mn }: Station) => receiver.accepted.filter(({ site }) => site.mn === mn);
    expect(valuesOf(to(wanting))).toEqual([1, 5, 3, 6]);
    expect(valuesOf(to(other))).toEqual([1, 5, 3]);
    const [, first, , again] = to(wanting);
    expect(again?.qn).toBeGreaterThan(first?.qn ?? 0);
  });

  it('gets a packet again under the same QN, and later ones while it is parked', async () => {
    const station = await addForwardedSite();
    const receiver = makeFakeReceiver(({ ts }) => (ts === at(0) ? 'timeout' : 'accept'));
    const delivery = await lead(receiver);
    await store(station, 0, 1);
    await store(station, 1, 2);
    await settle(delivery, receiver, 12);
    expect(minutesOf(receiver.accepted)).toEqual([1]);
    receiver.react = () => 'accept';
    await settle(delivery, receiver);
    expect(minutesOf(receiver.accepted)).toEqual([1, 0]);
    const tries = receiver.received.filter(({ ts }) => ts === at(0));
    expect(tries.length).toBeGreaterThan(3);
    expect(new Set(tries.map(({ qn }) => qn)).size).toBe(1);
  });

  it('that is paused gets everything afterwards, and nothing before its first reading', async () => {
    const station = await addForwardedSite();
    const receiver = makeFakeReceiver();
    const delivery = await lead(receiver);
    await store(station, 10, 10);
    await settle(delivery, receiver, 3);
    await test.app.pool.query(`update forward_target set status = '1'`);
    await delivery.load();
    await store(station, 4, 4);
    for (const minute of [11, 13]) await store(station, minute, minute);
    await settle(delivery, receiver, 3);
    expect(valuesOf(receiver.accepted)).toEqual([10]);
    await store(station, 12, 12);
    await test.app.pool.query(`update forward_target set status = '0'`);
    await delivery.load();
    await settle(delivery, receiver, 10);
    expect(valuesOf(receiver.accepted)).toEqual([10, 11, 12, 13]);
  });

  it('that cannot be written for is told as skipped, and does not stop the next reading', async () => {
    const station = await addForwardedSite();
    const receiver = makeFakeReceiver(({ ts }) => (ts === at(0) ? 'unusable' : 'accept'));
    const delivery = await lead(receiver);
    await store(station, 0, 1);
    await store(station, 1, 2);
    await settle(delivery, receiver, 5);
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
    const station = await addForwardedSite({ max_rows: 3 });
    const receiver = makeFakeReceiver(() => 'connection');
    const delivery = await lead(receiver);
    await store(station, 0, 0);
    await settle(delivery, receiver, 6);
    await delivery.report();
    const read = async () =>
      (await test.app.pool.query('select state, unsent, skipped from forward_target')).rows;
    expect(await read()).toMatchObject([{ state: 'failing' }]);
    for (let minute = 1; minute < 60; minute += 10) await store(station, minute, minute);
    receiver.react = ({ isReissued }) => (isReissued ? 'refused' : 'accept');
    await settle(delivery, receiver, 20);
    test.clock.advance(2);
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
          const station = await addForwardedSite();
          const left = [...reactions];
          const receiver = makeFakeReceiver(() => left.shift() ?? 'accept');
          let delivery = await lead(receiver);
          await store(station, 0, 1);
          let qn = 1;
          for (const one of events) {
            if ('store' in one) await store(station, one.store, one.value, qn++);
            if ('rounds' in one) await settle(delivery, receiver, one.rounds);
            if ('kill' in one) delivery = await lead(receiver);
          }
          await settle(delivery, receiver);
          await checkOutcome(station, receiver);
        },
      ),
      { numRuns: 12 },
    );
  });

  async function checkOutcome({ siteId }: Station, receiver: FakeReceiver): Promise<void> {
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
