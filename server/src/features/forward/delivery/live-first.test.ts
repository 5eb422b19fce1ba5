import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { ForwardFailure, type ForwardPacket } from '../target.ts';
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
  await test.app.pool.query('truncate forward_target cascade; truncate forward_arrival');
});

const second = 1 / 60;

const first = ([station]: ForwardedStation[]): ForwardedStation => {
  if (!station) throw new Error('no station');
  return station;
};

/** Stations of one target that has missed some minutes of each, and the process that sends them. */
async function addBacklog(receiver: FakeReceiver, sites: number, minutes: number) {
  const stations = [await addSiteWithTarget(test, { backlog_rate: 500 })];
  while (stations.length < sites) stations.push(await addSiteBeside(test, first(stations)));
  const { siteId } = first(stations);
  await store(test, first(stations), 0, 1);
  const ids = stations.map((station) => station.siteId);
  await test.app.pool.query(
    `insert into reading
     select copy.* from reading, unnest($2::integer[]) site, generate_series(0, $3 - 1) minute,
       jsonb_populate_record(reading, jsonb_build_object('site_id', site, 'ts', ts + minute * interval '1 minute')) copy
     where reading.site_id = $1 and (site <> $1 or minute > 0)`,
    [siteId, ids, minutes],
  );
  await test.app.pool.query(
    `with passed as (update forward_lane set started_at = $1, sent_until = $2 where kind = 2011 returning *)
     insert into forward_gap (target_id, site_id, kind, from_ts, to_ts, reason)
     select target_id, site_id, kind, $3, $2, 'missed' from passed`,
    [at(-1), at(minutes - 1), at(0)].map((moment) => new Date(moment)),
  );
  await test.app.pool.query('truncate forward_arrival');
  return { stations, delivery: await lead(test, receiver) };
}

/** A receiver that answers its packets one by one, each when the test says so. */
function makeSerialReceiver() {
  const receiver = makeFakeReceiver();
  const waiting: { packet: ForwardPacket; answer: (failure?: ForwardFailure) => void }[] = [];
  receiver.openTransport = () => ({
    describe: () => '',
    send: (packet) =>
      new Promise((resolve, reject) => {
        receiver.received.push(packet);
        waiting.push({ packet, answer: (failure) => (failure ? reject(failure) : resolve()) });
      }),
    close: () => Promise.resolve(),
  });
  return { receiver, waiting };
}

describe('current data', () => {
  it('wait for at most two packets of a backlog of thousands where a receiver takes a second for each', async () => {
    const { receiver, waiting } = makeSerialReceiver();
    const { stations, delivery } = await addBacklog(receiver, 40, 60);
    for (let answered = 0; answered < 40; answered++) {
      await delivery.run();
      test.clock.advance(second);
      waiting.shift()?.answer();
      await turn();
    }
    expect(receiver.received.length).toBeGreaterThan(35);
    await store(test, first(stations), 70, 70);
    await delivery.run();
    const place = waiting.findIndex(({ packet }) => !packet.isReissued);
    expect(place).toBeGreaterThanOrEqual(0);
    expect(place).toBeLessThanOrEqual(2);
  });

  it('leave with many packets of a backlog before them where a receiver answers many at once', async () => {
    const { receiver, waiting } = makeSerialReceiver();
    const { delivery } = await addBacklog(receiver, 40, 10);
    let most = 0;
    for (let round = 0; round < 20; round++) {
      await delivery.run();
      test.clock.advance(second);
      most = Math.max(most, waiting.length);
      for (const { answer } of waiting.splice(0)) answer();
      await turn();
    }
    expect(most).toBeGreaterThan(30);
  });

  it('are the first to try whether a lost connection is back', async () => {
    const receiver = makeFakeReceiver(() => 'connection');
    const { stations, delivery } = await addBacklog(receiver, 4, 10);
    await settle(test, delivery, receiver, 3);
    await store(test, first(stations), 70, 70);
    for (let round = 0; round < 200 && !receiver.received.some(({ isReissued }) => !isReissued); round++)
      await settle(test, delivery, receiver, 1);
    const before = receiver.received.length;
    receiver.react = () => 'accept';
    while (receiver.accepted.length === 0) await settle(test, delivery, receiver, 1);
    expect(minutesOf(receiver.received.slice(before, before + 1))).toEqual([70]);
  });

  it('do not pause because missed readings of their site are refused', async () => {
    const receiver = makeFakeReceiver(({ isReissued }) => (isReissued ? 'refused' : 'accept'));
    const { stations, delivery } = await addBacklog(receiver, 1, 10);
    await settle(test, delivery, receiver, 20);
    expect(receiver.received.length).toBeGreaterThan(3);
    for (const minute of [70, 71, 72]) {
      await store(test, first(stations), minute, minute);
      await delivery.run();
      await turn();
      await settle(test, delivery, receiver, 5);
    }
    expect(minutesOf(receiver.accepted)).toEqual([70, 71, 72]);
  });
});
