import { MINUTE_MS } from '@limpid/contract/durations';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    {
      weight: 3,
      arbitrary: fc.record({ late: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }) }),
    },
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
  /** While the target was away: more than are sent one after the other, with room for late ones between them. */
  const missed = [4, 8, 12, 16, 20, 24];

  it('loses nothing, repeats QNs and keeps the order, whatever fails and whenever its process is killed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 30 }),
        fc.array(reaction, { maxLength: 20 }),
        async (events, reactions) => {
          await test.app.pool.query('truncate forward_target cascade; truncate forward_arrival');
          const station = await addSiteWithTarget(test);
          const receiver = makeFakeReceiver(() => 'connection');
          let delivery = await lead(test, receiver);
          /** How many packets the receiver had got when a reading was stored, for each time. */
          const stores = new Map<number, number[]>();
          const storeReading = async (minute: number, value: number, later = 0) => {
            stores.set(at(minute), [...(stores.get(at(minute)) ?? []), receiver.received.length]);
            await store(test, station, minute, value, later);
          };
          await storeReading(0, 1);
          await settle(test, delivery, receiver, 2);
          for (const minute of missed) await storeReading(minute, minute);
          const left = [...reactions];
          let holdsGaps = false;
          receiver.react = ({ isReissued }) =>
            holdsGaps && isReissued ? 'hold' : (left.shift() ?? 'accept');
          let qn = 1;
          for (const one of events) {
            if ('store' in one) await storeReading(one.store, one.value, qn++);
            if ('rounds' in one) await settle(test, delivery, receiver, one.rounds);
            if ('kill' in one) delivery = await lead(test, receiver);
            if ('late' in one) {
              holdsGaps = true;
              await settle(test, delivery, receiver, 2);
              for (const minute of one.late) await storeReading(minute, minute, qn++);
              await settle(test, delivery, receiver, 2);
              holdsGaps = false;
            }
            // Those of a killed process arrive too.
            if (!('late' in one)) receiver.release();
          }
          receiver.release();
          await settle(test, delivery, receiver);
          await checkOutcome(station, receiver);
          checkRepeats(receiver, stores);
          checkOrder(receiver, stores);
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
    const gaps = await test.app.pool.query('select * from forward_gap');
    expect(gaps.rows).toEqual([]);
  }

  /** A reading has another QN only if it was stored again. */
  function checkRepeats({ received }: FakeReceiver, stores: ReadonlyMap<number, number[]>): void {
    for (const [ts, tries] of Map.groupBy(received, (packet) => packet.ts)) {
      const qns = new Set(tries.map(({ qn }) => qn)).size;
      expect(qns, `QNs of minute ${minutesOf(tries)[0]}`).toBeLessThanOrEqual(stores.get(ts)?.length ?? 0);
    }
  }

  /** Both lanes ascend, except for what was stored after a later reading had left. */
  function checkOrder({ received, accepted }: FakeReceiver, stores: ReadonlyMap<number, number[]>): void {
    const live = accepted.filter(({ isReissued }) => !isReissued).map(({ ts }) => ts);
    expect(live).toEqual(live.toSorted((a, b) => a - b));
    const firstTries = new Map<number, number>();
    for (const [n, { ts, isReissued }] of received.entries()) {
      if (!isReissued || firstTries.has(ts)) continue;
      const storedAt = stores.get(ts)?.findLast((before) => before <= n) ?? 0;
      const overtaken = [...firstTries].filter(([later, at]) => later > ts && at >= storedAt);
      expect(overtaken, `sent before minute ${(ts - at(0)) / MINUTE_MS}`).toEqual([]);
      firstTries.set(ts, n);
    }
  }
});
