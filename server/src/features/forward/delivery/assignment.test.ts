import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makeFakeReceiver } from './fake-receiver.fixture.ts';
import {
  addSiteBeside,
  addSiteWithTarget,
  addTarget,
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

const update = (settings: string) => test.app.pool.query(`update forward_target set ${settings}`);
const readStatus = async () =>
  (
    await test.app.pool.query(
      'select state, problem, problem_detail, unsent, skipped::integer from forward_target order by target_id',
    )
  ).rows;
const countLeft = async (siteId: number) =>
  (
    await test.app.pool.query(
      `select (select count(*)::integer from forward_lane where site_id = $1) as lanes,
         (select count(*)::integer from forward_gap where site_id = $1) as gaps`,
      [siteId],
    )
  ).rows[0];

describe('a target', () => {
  it('gets nothing that was stored before it, not even when that changes or more of it arrives', async () => {
    const station = await addSiteWithTarget(test);
    await test.app.pool.query('delete from forward_target');
    for (const minute of [0, 2, 4, 6]) await store(test, station, minute, minute);
    await addTarget(test, station.siteId);
    const receiver = makeFakeReceiver();
    const delivery = await lead(test, receiver);
    await store(test, station, 2, 99, 1000);
    await settle(test, delivery, receiver, 5);
    await store(test, station, 3, 3);
    await settle(test, delivery, receiver, 5);
    expect(minutesOf(receiver.received)).toEqual([]);
    await store(test, station, 7, 7);
    await settle(test, delivery, receiver, 5);
    expect(minutesOf(receiver.accepted)).toEqual([7]);
  });

  it('gets a site from its assignment on, each time anew', async () => {
    const station = await addSiteWithTarget(test);
    const beside = await addSiteBeside(test, station);
    const receiver = makeFakeReceiver(({ ts }) =>
      minutesOf([{ ts } as never])[0] === 1 ? 'refused' : 'accept',
    );
    let delivery = await lead(test, receiver);
    const assign = async (siteIds: number[]) => {
      await update(`all_sites = false, sites = '${JSON.stringify(siteIds.map((siteId) => ({ siteId })))}'`);
      await delivery.load();
    };
    for (const minute of [0, 1, 2]) {
      await store(test, beside, minute, minute);
      await settle(test, delivery, receiver, 10);
    }
    expect(minutesOf(receiver.accepted)).toEqual([0, 2]);
    expect(await countLeft(beside.siteId)).toMatchObject({ gaps: 1 });
    await assign([station.siteId]);
    expect(await countLeft(beside.siteId)).toEqual({ lanes: 0, gaps: 0 });
    for (const minute of [3, 4]) await store(test, beside, minute, minute);
    await settle(test, delivery, receiver, 5);
    await assign([station.siteId, beside.siteId]);
    delivery = await lead(test, receiver);
    await store(test, beside, 5, 5);
    await settle(test, delivery, receiver, 5);
    expect(minutesOf(receiver.accepted)).toEqual([0, 2, 5]);
  });

  it('that no longer gets a kind has none of it unsent', async () => {
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver(() => 'connection');
    const delivery = await lead(test, receiver);
    for (const minute of [0, 1, 2]) await store(test, station, minute, minute);
    await settle(test, delivery, receiver, 3);
    await delivery.report();
    expect(await readStatus()).toMatchObject([{ unsent: 3 }]);
    await update('sends_realtime = false');
    await delivery.load();
    await delivery.report();
    expect(await readStatus()).toMatchObject([{ unsent: 0 }]);
  });

  it('says that it has no site, also when it is new', async () => {
    await addSiteWithTarget(test);
    await update(`all_sites = false, sites = '[]'`);
    const delivery = await lead(test, makeFakeReceiver());
    await delivery.report();
    expect(await readStatus()).toMatchObject([{ state: 'off', problem: 'forward.problems.noSites' }]);
    await update('all_sites = true');
    await delivery.load();
    await delivery.report();
    expect(await readStatus()).toMatchObject([{ state: 'off', problem: 'forward.problems.nothingSent' }]);
  });

  it('has sent nothing yet until a packet was accepted', async () => {
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver();
    let delivery = await lead(test, receiver);
    await delivery.report();
    expect(await readStatus()).toMatchObject([{ state: 'off', problem: 'forward.problems.nothingSent' }]);
    await store(test, station, 0, 0);
    await settle(test, delivery, receiver, 3);
    await delivery.report();
    expect(await readStatus()).toMatchObject([{ state: 'normal', problem: null }]);
    delivery = await lead(test, receiver);
    await delivery.report();
    expect(await readStatus()).toMatchObject([{ state: 'normal', problem: null }]);
  });
});

describe('readings wait', () => {
  it('while a secret of their target cannot be decrypted, and other targets go on', async () => {
    const station = await addSiteWithTarget(test);
    await addTarget(test, station.siteId, { password: 'nonsense' });
    const receiver = makeFakeReceiver();
    const delivery = await lead(test, receiver);
    for (const minute of [0, 2, 1]) {
      await store(test, station, minute, minute);
      await settle(test, delivery, receiver, 5);
    }
    await delivery.report();
    expect(await readStatus()).toMatchObject([
      { state: 'normal', unsent: 0 },
      {
        state: 'failing',
        problem: 'forward.problems.settings',
        problem_detail: 'password cannot be decrypted',
        unsent: 3,
        skipped: 0,
      },
    ]);
    receiver.accepted.length = 0;
    await update('password = null');
    await delivery.load();
    await settle(test, delivery, receiver);
    expect(minutesOf(receiver.accepted).toSorted()).toEqual([0, 1, 2]);
  });

  it('while the entity of their target is disabled', async () => {
    const station = await addSiteWithTarget(test);
    const receiver = makeFakeReceiver();
    const delivery = await lead(test, receiver);
    const enable = async (status: string) => {
      await test.app.pool.query(
        'update site_entity set status = $1 where entity_id in (select entity_id from forward_target)',
        [status],
      );
      await delivery.load();
    };
    await store(test, station, 5, 5);
    await settle(test, delivery, receiver, 5);
    await enable('1');
    for (const minute of [3, 6, 7, 5]) await store(test, station, minute, minute + 1, 1000);
    await settle(test, delivery, receiver, 5);
    await delivery.report();
    expect(minutesOf(receiver.accepted)).toEqual([5]);
    expect(await readStatus()).toMatchObject([
      { state: 'off', problem: 'forward.problems.disabled', unsent: 3 },
    ]);
    await enable('0');
    await settle(test, delivery, receiver);
    expect(minutesOf(receiver.accepted).toSorted()).toEqual([5, 5, 6, 7]);
  });
});
