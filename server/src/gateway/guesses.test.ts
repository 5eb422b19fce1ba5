import { HOUR_MS } from '@limpid/contract/durations';
import { encodeData } from '@limpid/hj212/encode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteChanged } from '../features/reading/site-changed.ts';
import { startGateway } from '../roles/gateway.ts';
import { openTestApp } from '../testing/app.ts';
import { soon } from '../testing/soon.ts';
import { connectStation, dataFrames, stationTime, type TestStation } from '../testing/stations.ts';
import { type GatewayFixture, heartbeatFrame, lastMinute, openGatewayFixture } from './gateway.fixture.ts';
import { gatewayLimits } from './limits.ts';

const guesses = { ...gatewayLimits.guesses, perAddress: 12, delay: 60, slowest: 150 };
let fixture: GatewayFixture;

beforeAll(async () => {
  fixture = await openGatewayFixture({ guesses });
});

afterAll(() => fixture.close());

let lastAddress = 1;
let lastMoment = lastMinute - HOUR_MS;
/** Every test has its own addresses, so that blocks of one test do not affect the next. */
const newAddress = () => `127.0.0.${++lastAddress}`;
const password = 'right';

/** Reports once with a password; the answer is found by the QN. */
function report(station: TestStation, mn: string, pw: string): string {
  const at = (lastMoment += 1000);
  station.send(...dataFrames({ mn, at, values: { a34004: 1 }, pw }));
  return stationTime(at);
}

async function addSite(): Promise<string> {
  const { mn, end } = await fixture.addStation({ password });
  end();
  return mn;
}

const connectFrom = (address: string, port = fixture.gateway.port) => connectStation(port, address);

/** Sends so many wrong passwords on one connection and waits until the gateway has closed it. */
async function guess(mn: string, address: string, times = guesses.perStation): Promise<TestStation> {
  const guesser = await connectFrom(address);
  for (let count = 0; count < times; count++) report(guesser, mn, `guess${count}`);
  await guesser.closed;
  return guesser;
}

async function expectAnswer(station: TestStation, mn: string, pw = password): Promise<void> {
  expect(await station.answer(report(station, mn, pw))).toMatchObject({ cn: '9014' });
}

describe('wrong passwords for one station from one address', () => {
  it('close the connection late and unanswered at the fifth, and block the pair for ten minutes', async () => {
    const [mn, other] = [await addSite(), await addSite()];
    const address = newAddress();
    const began = performance.now();
    // Far more than five in one chunk: those after the fifth are not read.
    const guesser = await guess(mn, address, 500);
    expect(performance.now() - began).toBeGreaterThanOrEqual(guesses.delay - 2);
    expect(guesser.received).toEqual([]);
    expect(await fixture.refusals(mn)).toEqual({ password: 5 });
    const again = await connectFrom(address);
    report(again, mn, password);
    await again.closed;
    expect(again.received).toEqual([]);
    expect(await fixture.refusals(mn)).toEqual({ password: 5, blocked: 1 });
    await expectAnswer(await connectFrom(address), other);
    await expectAnswer(await connectFrom(newAddress()), mn);
    fixture.test.clock.advance(10.1);
    await expectAnswer(await connectFrom(address), mn);
  });

  it('do not affect the station that is connected from the same address, at this process or another', async () => {
    const mn = await addSite();
    const address = newAddress();
    const { connection, app } = fixture.test;
    // Processes share the folder with the key that encrypts passwords.
    const other = await openTestApp({ DATA_DIR: app.config.dataDir }, { connection });
    const there = await startGateway(other.app, other.ingest, { guesses });
    await soon(() => other.ingest.directory.findByMn(mn) !== undefined).toBe(true);
    const station = await connectFrom(address, there.port);
    await expectAnswer(station, mn);
    await guess(mn, address);
    await expectAnswer(station, mn);
    // The block reaches the other process, and does not affect the station there.
    const refused = async () => {
      const guesser = await connectFrom(address, there.port);
      report(guesser, mn, 'guess');
      await guesser.closed;
      await other.ingest.flush();
      return (await fixture.refusals(mn))['blocked'] ?? 0;
    };
    await soon(refused).toBeGreaterThan(0);
    await expectAnswer(station, mn);
    station.end();
    await there.close();
    await other.close();
  });

  it('do not close a connection with an accepted station', async () => {
    const [mn, other] = [await addSite(), await addSite()];
    const concentrator = await connectFrom(newAddress());
    await expectAnswer(concentrator, mn);
    for (let count = 0; count < 8; count++) report(concentrator, other, `guess${count}`);
    await expectAnswer(concentrator, mn);
    expect(await fixture.refusals(other)).toEqual({ password: 5, blocked: 3 });
  });

  it('close a connection with only stations without a password', async () => {
    const mn = await addSite();
    const open = await fixture.addStation();
    const guesser = await connectFrom(newAddress());
    await expectAnswer(guesser, open.mn);
    for (let count = 0; count < 50; count++) report(guesser, mn, `guess${count}`);
    await guesser.closed;
    expect(await fixture.refusals(mn)).toEqual({ password: 5 });
  });

  it('count for a station that was accepted before its password was changed', async () => {
    const mn = await addSite();
    const station = await connectFrom(newAddress());
    await expectAnswer(station, mn);
    const { pool, bus, secrets } = fixture.test.app;
    await pool.query('update site set access_password = $2 where mn = $1', [mn, secrets.seal('new')]);
    await bus.publish(siteChanged);
    await soon(() => fixture.test.ingest.directory.findByMn(mn)?.password).toBe('new');
    for (let count = 0; count < 100; count++) report(station, mn, `guess${count}`);
    await station.closed;
    expect(await fixture.refusals(mn)).toEqual({ password: 5 });
  });
});

it('slows an address with too many wrong passwords, and still accepts the right password at once', async () => {
  const address = newAddress();
  const mns = await Promise.all(Array.from({ length: 4 }, addSite));
  for (const mn of mns.slice(0, 3)) {
    const guesser = await connectFrom(address);
    for (let count = 0; count < 4; count++) report(guesser, mn, `guess${count}`);
    await soon(() => fixture.refusals(mn)).toEqual({ password: 4 });
    guesser.end();
  }
  const [mn = ''] = mns.slice(3);
  const began = performance.now();
  const guesser = await guess(mn, address, 3);
  expect(performance.now() - began).toBeGreaterThanOrEqual(guesses.slowest - 2);
  expect(guesser.received).toEqual([]);
  expect(await fixture.refusals(mn)).toEqual({ password: 1, throttled: 1 });
  await expectAnswer(await connectFrom(address), mn);
});

it('lets a slowed address try no further password on connections with accepted stations', async () => {
  const address = newAddress();
  const [mine = '', last = '', ...mns] = await Promise.all(Array.from({ length: 6 }, addSite));
  const carrier = await connectFrom(address);
  await expectAnswer(carrier, mine);
  for (const mn of mns) for (let count = 0; count < 4; count++) report(carrier, mn, `guess${count}`);
  await expectAnswer(carrier, mine);
  carrier.end();
  const again = await connectFrom(address);
  await expectAnswer(again, mine);
  report(again, last, 'guess');
  report(again, last, password);
  await expectAnswer(again, mine);
  expect(await fixture.refusals(last)).toEqual({ throttled: 2 });
  expect(again.received).toHaveLength(2);
});

it('limits the connections of one address without an accepted packet, as the parameter says', async () => {
  const { pool, parameters } = fixture.test.app;
  const mns = await Promise.all(Array.from({ length: 3 }, addSite));
  const address = newAddress();
  await pool.query(
    `update sys_config set config_value = '3' where config_key = 'gateway.unprovenConnections'`,
  );
  await parameters.clear();
  const idle = await Promise.all([address, address, address].map((from) => connectFrom(from)));
  const counted = async () => (await fixture.refusals(''))['connections'] ?? 0;
  const before = await counted();
  const oneMore = await connectFrom(address);
  await oneMore.closed;
  expect(await counted()).toBe(before + 1);
  await expectAnswer(await connectFrom(newAddress()), mns[0] ?? '');
  // A connection that has sent an accepted packet makes room for another.
  for (const mn of mns.slice(1)) {
    await expectAnswer(idle.shift() ?? oneMore, mn);
    idle.push(await connectFrom(address));
  }
  await expectAnswer(idle.at(-1) ?? oneMore, mns[0] ?? '');
  for (const station of idle) station.end();
  await pool.query(
    `update sys_config set config_value = '200' where config_key = 'gateway.unprovenConnections'`,
  );
  await parameters.clear();
});

/** A status in the printed notation of cipher text, too short for a block and made without the key. */
function printedStatus(mn: string): string {
  const items = [[{ name: 'A-State', value: '1' }]];
  const header = { version: '2025', qn: stationTime(lastMinute + 6), st: '22', pw: '123456', mn } as const;
  const [plain = ''] = encodeData({ ...header, cn: '2021', wantsAnswer: true, items }).map(String);
  const segment = plain.slice(6, -6).replace('&&A-', '&&{0x41}-');
  return `##${String(segment.length).padStart(4, '0')}${segment}${plain.slice(-6)}`;
}

it('refuses plaintext for a site that requires SM4, and accepts heartbeats only after encrypted data', async () => {
  const sm4Key = '0123456789abcdeffedcba9876543210';
  const { mn, ...station } = await fixture.addStation({ sm4Key, sm4Required: true });
  const [early, late] = [stationTime(lastMinute + 7), stationTime(lastMinute + 8)];
  station.send(
    ...dataFrames({ mn, at: lastMinute, values: { a34004: 1 }, version: '2025' }),
    heartbeatFrame(mn, early),
  );
  await soon(() => fixture.refusals(mn)).toEqual({ plain: 2 });
  const stranger = await connectFrom(newAddress());
  const before = (await fixture.refusals(''))['sm4'] ?? 0;
  stranger.send(printedStatus(mn));
  await soon(async () => (await fixture.refusals(''))['sm4']).toBe(before + 1);
  expect(stranger.received).toEqual([]);
  const key = Buffer.from(sm4Key, 'hex');
  station.send(
    ...dataFrames({ mn, at: lastMinute, values: { a34004: 2 }, version: '2025', encode: { key } }),
  );
  expect(await station.answer(stationTime(lastMinute))).toMatchObject({ cn: '9014' });
  station.send(heartbeatFrame(mn, late));
  expect(await station.answer(late)).toMatchObject({ cn: '9013' });
  expect(station.received).toHaveLength(2);
});

it('refuses heartbeats after earlier plaintext data once a site requires SM4', async () => {
  const { mn, ...station } = await fixture.addStation({ sm4Key: '0'.repeat(32) });
  station.send(...dataFrames({ mn, at: lastMinute, values: { a34004: 1 } }));
  expect(await station.answer(stationTime(lastMinute))).toMatchObject({ cn: '9014' });
  const { pool, bus } = fixture.test.app;
  await pool.query(`update site set sm4_required = 'Y' where mn = $1`, [mn]);
  await bus.publish(siteChanged);
  await soon(() => fixture.test.ingest.directory.findByMn(mn)?.sm4Required).toBe(true);
  station.send(heartbeatFrame(mn, stationTime(lastMinute + 9)));
  await soon(() => fixture.refusals(mn)).toEqual({ plain: 1 });
  expect(station.received).toHaveLength(1);
});
