import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makeFakeReceiver } from './fake-receiver.fixture.ts';
import { addSiteWithTarget, at, lead, minutesOf, settle, store } from './forwarding.fixture.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  await test.app.pool.query('truncate forward_target cascade; truncate forward_arrival');
});

const readGaps = async () =>
  (
    await test.app.pool.query<{ from: number; to: number; reason: string }>(
      `select (extract(epoch from from_ts) * 1000)::float8 as from, (extract(epoch from to_ts) * 1000)::float8 as to, reason
       from forward_gap order by from_ts`,
    )
  ).rows.map(({ from, to, reason }) => [...minutesOf([{ ts: from }, { ts: to }] as never), reason]);
const readTargets = async () =>
  (await test.app.pool.query('select unsent, skipped::integer, state from forward_target order by target_id'))
    .rows;

it('late readings between which none is stored are one gap, and all of them are sent once', async () => {
  const station = await addSiteWithTarget(test);
  const receiver = makeFakeReceiver();
  const delivery = await lead(test, receiver);
  for (const minute of [0, 20, 50]) await store(test, station, minute, 1);
  await settle(test, delivery, receiver);
  receiver.react = () => 'connection';
  for (const minute of [5, 6, 7, 21, 22, 40, 41]) {
    await store(test, station, minute, minute);
    await delivery.run();
  }
  expect(await readGaps()).toEqual([
    [5, 7, 'late'],
    [21, 41, 'late'],
  ]);
  for (const minute of [42, 6.5, 30]) await store(test, station, minute, minute);
  await store(test, station, 50, 2, 1);
  await delivery.run();
  expect(await readGaps()).toEqual([
    [5, 7, 'late'],
    [21, 42, 'late'],
    [50, 50, 'corrected'],
  ]);
  receiver.react = () => 'accept';
  receiver.accepted.length = 0;
  await settle(test, delivery, receiver);
  expect(minutesOf(receiver.accepted)).toEqual([5, 6, 6.5, 7, 21, 22, 30, 40, 41, 42, 50]);
});

it('thousands of gaps are counted, and given up beyond the limit', async () => {
  const station = await addSiteWithTarget(test, { max_rows: 100 });
  const receiver = makeFakeReceiver(() => 'connection');
  for (const minute of [0, 1]) await store(test, station, minute, 1);
  const delivery = await lead(test, receiver);
  await settle(test, delivery, receiver, 1);
  await test.app.pool.query(
    `insert into reading select copy.* from reading, generate_series(1, 2500) second,
       jsonb_populate_record(reading, jsonb_build_object('ts', ts - second * interval '1 second')) copy
     where reading.ts = $1 and reading.site_id = $2`,
    [new Date(at(0)), station.siteId],
  );
  await test.app.pool.query(
    `insert into forward_gap (target_id, site_id, kind, from_ts, to_ts, reason)
     select $1, $2, 2011, ts, ts, 'late' from reading where ts < $3 and site_id = $2`,
    [station.targetId, station.siteId, new Date(at(0))],
  );
  await delivery.report();
  expect(await readTargets()).toMatchObject([{ unsent: 2502 }]);
  await delivery.run();
  await delivery.report();
  expect(await readTargets()).toMatchObject([{ unsent: 100, skipped: 2402 }]);
});

it('a target whose readings cannot be counted does not keep the others from having their state', async () => {
  const [broken, other] = [await addSiteWithTarget(test), await addSiteWithTarget(test)];
  const receiver = makeFakeReceiver();
  const delivery = await lead(test, receiver);
  for (const station of [broken, other]) await store(test, station, 0, 1);
  await settle(test, delivery, receiver, 3);
  const day = new Date(at(0)).toISOString().slice(0, 10);
  await test.app.pool.query('create table reading_block_other partition of reading_block default');
  await test.app.pool.query(`insert into reading_block (site_id, day, spine) values ($1, $2, '\\xff')`, [
    broken.siteId,
    day,
  ]);
  await test.app.pool.query(
    `insert into forward_gap (target_id, site_id, kind, from_ts, to_ts, reason)
     values ($1, $2, 2011, $3, $3, 'late')`,
    [broken.targetId, broken.siteId, new Date(at(0))],
  );
  await expect(delivery.report()).rejects.toThrow();
  expect(await readTargets()).toMatchObject([{ state: 'normal' }, { state: 'normal', unsent: 0 }]);
  // It is not counted again at once.
  await delivery.report();
  await test.app.pool.query('drop table reading_block_other');
});
