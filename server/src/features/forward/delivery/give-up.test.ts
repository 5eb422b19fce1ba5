import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makeFakeReceiver } from './fake-receiver.fixture.ts';
import {
  addSiteBeside,
  addSiteWithTarget,
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

const readTarget = async () =>
  (await test.app.pool.query('select skipped::integer, unsent::integer, oldest_unsent from forward_target'))
    .rows[0];

async function setReadingDays(days: string): Promise<void> {
  await test.app.pool.query(
    `insert into sys_config (config_name, config_key, config_value, config_type)
     values ('days', 'data.readingDays', $1, 'N') on conflict (config_key) do update set config_value = $1`,
    [days],
  );
  await test.app.parameters.clear();
}

const minutes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

async function addSites(count: number, settings: Record<string, unknown>): Promise<ForwardedStation[]> {
  const first = await addSiteWithTarget(test, settings);
  const stations = [first];
  while (stations.length < count) stations.push(await addSiteBeside(test, first));
  return stations;
}

describe('more rows than a target may have unsent', () => {
  // The clock stands at minute 60, half past an hour.
  it('within the current hour cost the oldest of them, and current data go on', async () => {
    const stations = await addSites(3, { max_rows: 10 });
    const receiver = makeFakeReceiver(() => 'connection');
    const delivery = await lead(test, receiver);
    for (const minute of minutes(40, 55))
      for (const station of stations) await store(test, station, minute, minute);
    await settle(test, delivery, receiver, 3);
    await delivery.report();
    await delivery.run();
    await delivery.report();
    // Four minutes of three sites: those of one moment stay together.
    expect(await readTarget()).toMatchObject({ skipped: 36, unsent: 12 });
    receiver.react = () => 'accept';
    test.clock.advance(1);
    for (const station of stations) await store(test, station, 61, 61);
    await settle(test, delivery, receiver);
    const of = ({ mn }: ForwardedStation) => receiver.accepted.filter(({ site }) => site.mn === mn);
    for (const station of stations) {
      const live = of(station).filter(({ isReissued }) => !isReissued);
      expect(minutesOf(live)).toContain(61);
      const sent = minutesOf(of(station));
      expect(sent.toSorted((a, b) => a - b)).toEqual([52, 53, 54, 55, 61]);
    }
    await delivery.report();
    expect(await readTarget()).toMatchObject({ skipped: 36 });
  });
});

describe('what is unsent', () => {
  it('does not contain a packet that was sent lately, and does once its answer is late', async () => {
    const station = await addSiteWithTarget(test, { answer_seconds: 30 });
    let answer = () => undefined as void;
    const receiver = makeFakeReceiver();
    const { openTransport } = receiver;
    receiver.openTransport = (target) => ({
      ...openTransport(target),
      send: (packet) =>
        new Promise<void>((done) => void (answer = done)).then(() => openTransport(target).send(packet)),
    });
    const delivery = await lead(test, receiver);
    await store(test, station, 0, 1);
    await delivery.run();
    await delivery.report();
    expect(await readTarget()).toMatchObject({ unsent: 0, oldest_unsent: null });
    test.clock.advance(1);
    await delivery.report();
    expect(await readTarget()).toMatchObject({ unsent: 1 });
    answer();
    await settle(test, delivery, receiver, 3);
    test.clock.advance(1);
    await delivery.report();
    expect(await readTarget()).toMatchObject({ unsent: 0, oldest_unsent: null });
  });

  it('and what is given up has a late reading before one on its way once', async () => {
    const station = await addSiteWithTarget(test, { max_rows: 4 });
    const receiver = makeFakeReceiver(({ isReissued }) => (isReissued ? 'hold' : 'accept'));
    const delivery = await lead(test, receiver);
    await store(test, station, 0, 0);
    await settle(test, delivery, receiver);
    for (const minute of [4, 8, 12, 16, 20, 24]) await store(test, station, minute, minute);
    await settle(test, delivery, receiver);
    expect(minutesOf(receiver.received)).toEqual([0, 24, 4]);
    await store(test, station, 2, 2);
    await delivery.run();
    await delivery.report();
    expect(await readTarget()).toMatchObject({ unsent: 6, skipped: 0 });
    await delivery.run();
    await delivery.report();
    expect(await readTarget()).toMatchObject({ unsent: 4, skipped: 2 });
  });

  it('is one period where a gap is cut again and again', async () => {
    const station = await addSiteWithTarget(test, { max_rows: 3 });
    const receiver = makeFakeReceiver();
    const delivery = await lead(test, receiver);
    await store(test, station, -60, 1);
    await settle(test, delivery, receiver, 3);
    receiver.react = () => 'connection';
    await test.app.pool.query(`update forward_target set status = '1'`);
    await delivery.load();
    for (let minute = -50; minute < -40; minute++) await store(test, station, minute, 1);
    await test.app.pool.query(`update forward_target set status = '0'`);
    await delivery.load();
    await settle(test, delivery, receiver, 3);
    for (const rows of [7, 5, 2]) {
      await test.app.pool.query('update forward_target set max_rows = $1', [rows]);
      await delivery.load();
      await delivery.report();
      await delivery.run();
    }
    const { rows } = await test.app.pool.query(
      'select (select count(*)::integer from unnest(skipped)) as periods from forward_outcome',
    );
    expect(rows).toEqual([{ periods: 1 }]);
    expect(await readTarget()).toMatchObject({ skipped: 8 });
  });
});

it('what retention is about to remove is skipped before, whatever the limit in hours', async () => {
  const station = await addSiteWithTarget(test, { max_hours: 8760 });
  await setReadingDays('30');
  const receiver = makeFakeReceiver(() => 'connection');
  const delivery = await lead(test, receiver);
  await store(test, station, 0, 1);
  await settle(test, delivery, receiver, 2);
  for (const minute of [1, 2]) await store(test, station, minute, 1);
  test.clock.advance(28 * 24 * 60);
  await delivery.report();
  await delivery.run();
  await delivery.report();
  expect(await readTarget()).toMatchObject({ skipped: 0, unsent: 3 });
  test.clock.advance(24 * 60);
  await delivery.report();
  await delivery.run();
  await delivery.report();
  expect((await readTarget()).skipped).toBeGreaterThanOrEqual(2);
});
