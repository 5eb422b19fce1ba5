import { MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startForwarding } from '../../src/features/forward/delivery/forward.job.ts';
import { forwardTargetsEdited } from '../../src/features/forward/forward-changed.ts';
import {
  type Behaviour,
  startReceiver,
  type TestReceiver,
} from '../../src/features/forward/transport/receiver.fixture.ts';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { testHour } from '../../src/testing/clock.ts';
import { addSite, stationTime } from '../../src/testing/stations.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { storePacket } from './two-installations.fixture.ts';

/** More than a lane sends one after the other, so that both lanes are used. */
const minutes = 8;
/** A reading that has failed so often goes to the backlog. */
const triesUntilParked = 3;
const start = testHour;
const dataTimes = Array.from({ length: minutes }, (_, minute) => timeOf(minute));
let test: TestApp;
let stopForwarding: () => Promise<void>;
const receivers: TestReceiver[] = [];

interface Forwarded {
  mn: string;
  receiver: TestReceiver;
  /** The data that were answered as they should be. */
  accepted: Set<string>;
}

function timeOf(minute: number): string {
  return stationTime(start + minute * MINUTE_MS).slice(0, 14);
}

beforeAll(async () => {
  test = await openTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
  stopForwarding = startForwarding(test.app, test.services);
});

afterAll(async () => {
  await stopForwarding?.();
  for (const receiver of receivers) await receiver.close();
  await test?.close();
});

async function addTarget(mn: string, answerSeconds: number): Promise<Forwarded> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  // The packets of HJ 212-2025 say which lane they come from.
  await test.app.pool.query(
    `insert into forward_target (entity_id, target_name, protocol, address, answer_seconds, backlog_rate)
     select entity_id, $1, 'hj212-2025', $2, $3, 500 from site where mn = $1`,
    [mn, `127.0.0.1:${receiver.port}`, answerSeconds],
  );
  await test.app.bus.publish(forwardTargetsEdited);
  return { mn, receiver, accepted: new Set() };
}

async function addForwarded(mn: string): Promise<Forwarded> {
  await addSite(test, { mn });
  return addTarget(mn, 1);
}

/** The first packets are treated in one way, all others accepted. */
function misbehave({ receiver, accepted }: Forwarded, fault: Behaviour, packets: number): void {
  let left = packets;
  receiver.behave(({ dataTime }) => {
    const how = left-- > 0 ? fault : 'accept';
    if (how === 'accept' || how === 'twice') accepted.add(dataTime);
    return how;
  });
}

async function store(mn: string, from = 0, to = minutes): Promise<void> {
  for (let minute = from; minute < to; minute++)
    await storePacket(test, mn, {
      ts: start + minute * MINUTE_MS,
      cp: `a34004-Rtd=${10 + minute},a34004-Flag=N`,
    });
}

async function countFailures(mn: string): Promise<number> {
  const { rows } = await test.app.pool.query(
    `select fail_count as n from forward_target join site using (entity_id) where mn = $1`,
    [mn],
  );
  return rows[0].n;
}

/** Both lanes ascend, each on its own; a repeat has the time before it. */
function expectOrder({ receiver }: Forwarded): void {
  for (const [, lane] of Map.groupBy(receiver.received, ({ packet }) => packet.rf === true)) {
    const times = lane.map(({ dataTime }) => dataTime);
    expect(times).toEqual(times.toSorted());
  }
}

function expectSameQn({ receiver }: Forwarded): void {
  for (const [dataTime, tries] of Map.groupBy(receiver.received, (data) => data.dataTime))
    expect({ dataTime, qns: new Set(tries.map(({ qn }) => qn)).size }).toEqual({ dataTime, qns: 1 });
}

async function expectDelivered(forwarded: Forwarded): Promise<void> {
  const { mn, accepted } = forwarded;
  await waitUntil(() => dataTimes.every((time) => accepted.has(time)), `${mn} is delivered`);
  expectOrder(forwarded);
  expectSameQn(forwarded);
}

const faults: [string, Behaviour, number][] = [
  ['refuses the request', 'refuse', 3],
  ['answers with a result of failure', 'refuseData', 2],
  ['answers another command', 'otherCommand', 2],
  ['answers another packet', 'otherQn', 2],
  ['answers another station', 'otherMn', 2],
  ['answers with a wrong checksum', 'wrongCrc', 2],
  ['does not answer a packet until it is parked', 'never', 3],
  ['closes instead of answering', 'close', 2],
  ['closes in the middle of an answer', 'halfAnswer', 2],
  ['sends bytes without end', 'flood', 2],
  ['reads nothing more', 'deaf', 1],
];

// `expect.poll` knows only one test at a time.
describe('a receiver', () => {
  it.concurrent.each(faults)(
    'that %s gets every reading in order, repeats under their QN',
    async (...fault) => {
      const [name, behaviour, packets] = fault;
      const forwarded = await addForwarded(`FAULT${faults.findIndex((one) => one[0] === name)}`);
      misbehave(forwarded, behaviour, packets);
      await store(forwarded.mn);
      await expectDelivered(forwarded);
      expect(forwarded.receiver.received.length).toBeGreaterThan(minutes);
      const isReissued = forwarded.receiver.received.some(({ packet }) => packet.rf);
      if (packets >= triesUntilParked) expect(isReissued).toBe(true);
    },
  );

  it.concurrent('that answers twice gets every reading once', async () => {
    const forwarded = await addForwarded('TWICE');
    misbehave(forwarded, 'twice', Number.POSITIVE_INFINITY);
    await store(forwarded.mn);
    await expectDelivered(forwarded);
    expect(forwarded.receiver.received).toHaveLength(minutes);
  });

  it.concurrent('that closes in the middle of a packet gets every reading', async () => {
    const forwarded = await addForwarded('BROKEN');
    misbehave(forwarded, 'accept', 0);
    forwarded.receiver.breakOff(2);
    await store(forwarded.mn);
    await expectDelivered(forwarded);
    expect(forwarded.receiver.connections).toBeGreaterThan(2);
  });

  it.concurrent('that is slow gets every reading once', async () => {
    const forwarded = await addForwarded('SLOW');
    const { receiver, accepted } = forwarded;
    receiver.behave('hold');
    await store(forwarded.mn);
    for (let answered = 0; answered < minutes; ) {
      const before = answered;
      await waitUntil(() => receiver.received.length > before, 'another packet');
      answered += receiver.release();
    }
    for (const { dataTime } of receiver.received) accepted.add(dataTime);
    await expectDelivered(forwarded);
  });

  it.concurrent('that answers too late is believed when the next try is due', async () => {
    const forwarded = await addForwarded('LATE');
    misbehave(forwarded, { afterMs: 1300 }, 1);
    await store(forwarded.mn, 0, 1);
    await waitUntil(async () => (await countFailures('LATE')) > 0, 'a failure');
    await waitUntil(async () => (await countFailures('LATE')) === 0, 'the end of the failure');
    expect(forwarded.receiver.received).toHaveLength(1);
  });

  it.concurrent('that is away gets what it has missed when it comes back', async () => {
    const forwarded = await addForwarded('AWAY');
    misbehave(forwarded, 'accept', 0);
    await store('AWAY', 0, 2);
    await waitUntil(() => forwarded.accepted.size === 2, 'the first packets');
    await forwarded.receiver.leave();
    await store('AWAY', 2);
    await waitUntil(async () => (await countFailures('AWAY')) > 1, 'a second failure');
    await forwarded.receiver.comeBack();
    await expectDelivered(forwarded);
  });

  it.concurrent('that closes on one station for ever gets the readings of the others', async () => {
    await addSite(test, { mn: 'CLOSED' });
    const { receiver } = await addTarget('CLOSED', 1);
    const others = ['OPEN1', 'OPEN2'];
    for (const mn of others) {
      await addSite(test, { mn });
      await test.app.pool.query(
        `update site set entity_id = (select entity_id from site where mn = 'CLOSED') where mn = $1`,
        [mn],
      );
    }
    await test.app.bus.publish(forwardTargetsEdited);
    const accepted = new Set<string>();
    receiver.behave(({ mn, dataTime }) => {
      if (mn === 'CLOSED') return 'close';
      accepted.add(`${mn} ${dataTime}`);
      return 'accept';
    });
    for (let minute = 0; minute < minutes; minute++) {
      for (const mn of ['CLOSED', ...others]) await store(mn, minute, minute + 1);
    }
    await waitUntil(() => accepted.size === others.length * minutes, 'the readings of the others');
    expect(receiver.received.some(({ mn }) => mn === 'CLOSED')).toBe(true);
    for (const mn of others) {
      const ofSite = receiver.received.filter((data) => data.mn === mn);
      const forwarded = { mn, accepted, receiver: { ...receiver, received: ofSite } };
      expectOrder(forwarded);
      expectSameQn(forwarded);
    }
  });

  it.concurrent('that is dead delays no other one of the same site', async () => {
    await addSite(test, { mn: 'PAIR' });
    // Waiting for its answer would take longer than the test.
    const dead = await addTarget('PAIR', 120);
    dead.receiver.behave('never');
    const alive = await addTarget('PAIR', 120);
    misbehave(alive, 'accept', 0);
    await store('PAIR');
    await expectDelivered(alive);
    await waitUntil(() => dead.receiver.received.length > 0, 'the dead receiver');
    expect(alive.receiver.received).toHaveLength(minutes);
  });
});

// It moves the clock, which the others share.
it('a receiver that is away for ten minutes gets what it has missed', async () => {
  const forwarded = await addForwarded('GONE');
  misbehave(forwarded, 'accept', 0);
  await store('GONE', 0, 1);
  await waitUntil(() => forwarded.accepted.size === 1, 'the first packet');
  await forwarded.receiver.leave();
  await store('GONE', 1);
  for (let failures = 1; failures <= 5; failures++) {
    await waitUntil(async () => (await countFailures('GONE')) >= failures, `failure ${failures}`);
    test.clock.advance(2);
  }
  const { rows } = await test.app.pool.query(
    `select state, problem from forward_target where target_name = 'GONE'`,
  );
  expect(rows).toEqual([{ state: 'failing', problem: 'forward.problems.connection' }]);
  await forwarded.receiver.comeBack();
  await expectDelivered(forwarded);
});
