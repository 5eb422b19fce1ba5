import type { ReissueChoice } from '@limpid/contract/forward/reissue';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { type FakeReceiver, makeFakeReceiver } from '../delivery/fake-receiver.fixture.ts';
import {
  addSiteWithTarget,
  addTarget,
  at,
  type ForwardedStation,
  lead,
  minutesOf,
  settle,
  store,
} from '../delivery/forwarding.fixture.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  await test.app.pool.query('truncate forward_target, forward_reissue cascade; truncate forward_arrival');
});

interface Sent {
  station: ForwardedStation;
  delivery: Delivery;
  receiver: FakeReceiver;
}

async function call(method: string, path: string, json?: object): Promise<Record<string, unknown>> {
  const { body } = await test.send(method, path, { token: await test.login(), ...(json && { json }) });
  expect(body.code, body.msg).toBe(200);
  return body['data'] as Record<string, unknown>;
}

const choose = (
  { siteId, targetId }: ForwardedStation,
  given: Partial<ReissueChoice> = {},
): ReissueChoice => ({
  siteIds: [siteId],
  targetIds: [targetId],
  kinds: [2011],
  from: at(0),
  to: at(59),
  acknowledged: false,
  ...given,
});
const preview = (choice: ReissueChoice) => call('POST', '/data/reissue/preview', choice);

/** Orders a reissue and lets it go on; returns its id and the minutes that were accepted. */
async function reissue(
  { station, delivery, receiver }: Sent,
  given: Partial<ReissueChoice> = {},
  rounds = 200,
): Promise<{ reissueId: unknown; minutes: number[] }> {
  const before = receiver.accepted.length;
  const { reissueId } = await call('POST', '/data/reissue', choose(station, given));
  await delivery.refreshGaps();
  await settle(test, delivery, receiver, rounds);
  return { reissueId, minutes: minutesOf(receiver.accepted.slice(before)) };
}

/** The minutes are stored before there is a target, 10 is sent to it. */
async function addSentSite(
  minutes: readonly number[],
  settings: Record<string, unknown> = {},
): Promise<Sent> {
  const receiver = makeFakeReceiver();
  const station = await addSiteWithTarget(test);
  await test.app.pool.query('delete from forward_target where target_id = $1', [station.targetId]);
  for (const minute of minutes) await store(test, station, minute, minute);
  station.targetId = await addTarget(test, station.siteId, settings);
  const delivery = await lead(test, receiver);
  await store(test, station, 10, 10);
  await settle(test, delivery, receiver, 10);
  expect(minutesOf(receiver.accepted)).toEqual([10]);
  return { station, delivery, receiver };
}

describe('what a reissue has delivered', () => {
  it('is left out of the next one, and sent again if it is asked for', async () => {
    const sent = await addSentSite([0, 1, 2, 3]);
    expect((await reissue(sent)).minutes).toEqual([0, 1, 2, 3]);
    expect(await preview(choose(sent.station))).toMatchObject({ packets: 0, acknowledged: 5 });
    expect(await preview(choose(sent.station, { acknowledged: true }))).toMatchObject({ packets: 5 });
  });

  it('is what it has sent until it was stopped', async () => {
    const sent = await addSentSite([0, 1, 2, 3, 4, 5], { backlog_rate: 1 });
    sent.receiver.react = ({ ts }) => (ts === at(3) ? 'connection' : 'accept');
    const { reissueId, minutes } = await reissue(sent, {}, 12);
    expect(minutes).toEqual([0, 1, 2]);
    await call('PUT', '/data/reissue/state', { reissueId, action: 'stop' });
    await sent.delivery.refreshGaps();
    sent.receiver.react = () => 'accept';
    test.clock.advance(10);
    await settle(test, sent.delivery, sent.receiver, 5);
    expect(await preview(choose(sent.station))).toMatchObject({ packets: 3, acknowledged: 4 });
    expect((await reissue(sent)).minutes).toEqual([3, 4, 5]);
  });

  it('does not contain what was refused and left when it was stopped', async () => {
    const sent = await addSentSite([0, 1, 2]);
    sent.receiver.react = ({ ts }) => (ts === at(1) ? 'refused' : 'accept');
    const { reissueId, minutes } = await reissue(sent, {}, 12);
    expect(minutes).toEqual([0, 2]);
    await call('PUT', '/data/reissue/state', { reissueId, action: 'stop' });
    await sent.delivery.refreshGaps();
    sent.receiver.react = () => 'accept';
    expect(await preview(choose(sent.station))).toMatchObject({ packets: 1, acknowledged: 3 });
    expect((await reissue(sent)).minutes).toEqual([1]);
  });

  it('is sent again where it has changed since, and what has arrived since for the first time', async () => {
    const sent = await addSentSite([0, 2, 3]);
    await reissue(sent);
    await store(test, sent.station, 1, 1);
    await store(test, sent.station, 2, 99, 1000);
    await settle(test, sent.delivery, sent.receiver, 5);
    expect((await reissue(sent)).minutes).toEqual([1, 2]);
    expect(await preview(choose(sent.station))).toMatchObject({ packets: 0, acknowledged: 5 });
  });

  it('does not contain what has changed behind a reissue that still runs', async () => {
    const sent = await addSentSite([0, 1, 2, 3]);
    sent.receiver.react = ({ ts }) => (ts === at(2) ? 'connection' : 'accept');
    await reissue(sent, {}, 8);
    await store(test, sent.station, 0, 99, 1000);
    await sent.delivery.run();
    sent.receiver.react = () => 'accept';
    test.clock.advance(10);
    await settle(test, sent.delivery, sent.receiver);
    expect((await reissue(sent)).minutes).toEqual([0]);
  });

  it('does not contain what arrives before the reading on its way of a reissue that still runs', async () => {
    const sent = await addSentSite([5, 6]);
    sent.receiver.react = ({ ts }) => (ts === at(5) ? 'hold' : 'accept');
    await reissue(sent, {}, 3);
    for (const minute of [1, 2]) await store(test, sent.station, minute, minute);
    await sent.delivery.run();
    expect(await preview(choose(sent.station))).toMatchObject({ packets: 2, acknowledged: 1, waiting: 2 });
    sent.receiver.release();
    await settle(test, sent.delivery, sent.receiver);
    expect(minutesOf(sent.receiver.accepted)).toEqual([10, 5, 6]);
    expect((await reissue(sent)).minutes).toEqual([1, 2]);
    expect(await preview(choose(sent.station))).toMatchObject({ packets: 0, acknowledged: 5 });
  });

  it('does not contain what changes while it is on its way', async () => {
    const sent = await addSentSite([1, 2, 3]);
    sent.receiver.react = ({ ts }) => (ts === at(2) ? 'hold' : 'accept');
    await reissue(sent, {}, 6);
    await store(test, sent.station, 2, 99, 1000);
    await sent.delivery.run();
    sent.receiver.react = () => 'accept';
    sent.receiver.release();
    await settle(test, sent.delivery, sent.receiver);
    expect(minutesOf(sent.receiver.accepted)).toEqual([10, 1, 2, 3]);
    expect((await reissue(sent)).minutes).toEqual([2]);
    expect(await preview(choose(sent.station))).toMatchObject({ packets: 0, acknowledged: 4 });
  });

  it('does not contain what was set aside and changes while it is on its way again', async () => {
    const sent = await addSentSite([1, 2]);
    sent.receiver.react = ({ ts }) => (ts === at(1) ? 'refused' : 'accept');
    expect((await reissue(sent, {}, 12)).minutes).toEqual([2]);
    sent.receiver.react = () => 'hold';
    test.clock.advance(120);
    await settle(test, sent.delivery, sent.receiver, 3);
    await store(test, sent.station, 1, 99, 1000);
    await sent.delivery.run();
    sent.receiver.react = () => 'accept';
    sent.receiver.release();
    await settle(test, sent.delivery, sent.receiver);
    expect(minutesOf(sent.receiver.accepted)).toEqual([10, 2, 1]);
    expect((await reissue(sent)).minutes).toEqual([1]);
  });

  it('is forgotten when the target loses the site', async () => {
    const sent = await addSentSite([0, 1]);
    await reissue(sent);
    await test.app.pool.query(`update forward_target set all_sites = false, sites = '[]'`);
    await test.app.pool.query('update forward_target set all_sites = true');
    expect((await test.app.pool.query('select from forward_outcome')).rowCount).toBe(0);
    expect(await preview(choose(sent.station))).toMatchObject({ packets: 3, acknowledged: 0 });
  });
});

describe('readings that were skipped', () => {
  const readLane = async ({ targetId }: ForwardedStation) => {
    const [lane] = (await call('GET', `/site/forwardTarget/lanes/${targetId}`)) as unknown as unknown[];
    return lane;
  };

  it('are shown as periods, and sent by a reissue, after which they are not shown any more', async () => {
    const sent = await addSentSite([], { max_rows: 2 });
    const { station, delivery, receiver } = sent;
    const skipMore = async (minutes: readonly number[]) => {
      receiver.react = () => 'connection';
      for (const minute of minutes) {
        await store(test, station, minute, minute);
        await delivery.run();
      }
      test.clock.advance(2);
      await delivery.run();
      await delivery.report();
      await delivery.run();
      test.clock.advance(2);
      await delivery.report();
    };
    await skipMore([20, 21, 22, 23]);
    await skipMore([24, 25, 26]);
    receiver.react = () => 'accept';
    test.clock.advance(2);
    await settle(test, delivery, receiver);
    const arrived = minutesOf(receiver.accepted);
    const lost = [20, 21, 22, 23, 24, 25, 26].filter((minute) => !arrived.includes(minute));
    expect(lost.length).toBeGreaterThan(3);
    expect(await readLane(station)).toMatchObject({
      skippedPeriods: 1,
      skipped: [{ kind: 2011, from: at(lost[0] ?? 0), to: at(lost.at(-1) ?? 0) }],
    });
    expect(await preview(choose(station))).toMatchObject({
      packets: lost.length,
      acknowledged: 8 - lost.length,
    });
    expect((await reissue(sent)).minutes).toEqual(lost);
    expect(await readLane(station)).toMatchObject({ skippedPeriods: 0, skipped: [] });
    expect(await preview(choose(station))).toMatchObject({ packets: 0, acknowledged: 8 });
  });

  it('are single ones that cannot be written, live or by a reissue, which does not count as their delivery', async () => {
    const sent = await addSentSite([0, 1, 2]);
    const { station, delivery, receiver } = sent;
    receiver.react = ({ ts }) => (ts === at(1) || ts === at(12) ? 'unusable' : 'accept');
    for (const minute of [11, 12, 13]) await store(test, station, minute, minute);
    await settle(test, delivery, receiver);
    expect((await reissue(sent, { to: at(9) })).minutes).toEqual([0, 2]);
    expect(await readLane(station)).toMatchObject({
      skippedPeriods: 2,
      skipped: [
        { kind: 2011, from: at(12), to: at(12) },
        { kind: 2011, from: at(1), to: at(1) },
      ],
    });
    receiver.react = () => 'accept';
    expect((await reissue(sent)).minutes).toEqual([1, 12]);
    expect(await readLane(station)).toMatchObject({ skippedPeriods: 0 });
  });

  it('are not those that were set aside when a reissue was stopped, unless they were skipped before', async () => {
    const sent = await addSentSite([]);
    const { station, delivery, receiver } = sent;
    receiver.react = ({ ts }) => (ts === at(12) ? 'unusable' : 'accept');
    for (const minute of [11, 12, 13]) await store(test, station, minute, minute);
    await settle(test, delivery, receiver);
    receiver.react = ({ ts }) => (ts === at(11) || ts === at(12) ? 'refused' : 'accept');
    const { reissueId, minutes } = await reissue(sent, { acknowledged: true }, 20);
    expect(minutes).toEqual([10, 13]);
    await call('PUT', '/data/reissue/state', { reissueId, action: 'stop' });
    expect(await readLane(station)).toMatchObject({
      skippedPeriods: 1,
      skipped: [{ kind: 2011, from: at(12), to: at(12) }],
    });
    expect(await preview(choose(station))).toMatchObject({ packets: 1, acknowledged: 3 });
  });

  it('are not skipped any more when they are corrected and sent', async () => {
    const { station, delivery, receiver } = await addSentSite([]);
    receiver.react = () => 'unusable';
    for (const minute of [11, 12]) {
      await store(test, station, minute, minute);
      await settle(test, delivery, receiver);
    }
    expect(await readLane(station)).toMatchObject({ skippedPeriods: 1 });
    receiver.react = () => 'accept';
    for (const minute of [11, 12]) await store(test, station, minute, 50, 1000);
    await settle(test, delivery, receiver);
    expect(await readLane(station)).toMatchObject({ skippedPeriods: 0 });
  });
});

it('periods are bounded in number: the oldest are forgotten or become one', async () => {
  const ranges = `(select range_agg(tstzrange(now() + n * interval '1 hour', now() + n * interval '1 hour' + interval '1 minute'))
    from generate_series(1, 250) n)`;
  const { rows } = await test.app.pool.query(
    `select (select count(*)::integer from unnest(keep_newest_ranges(all_of))) as kept,
       (select count(*)::integer from unnest(merge_oldest_ranges(all_of))) as merged,
       upper(keep_newest_ranges(all_of)) = upper(all_of) as keeps_newest, merge_oldest_ranges(all_of) @> all_of as keeps_all,
       keep_newest_ranges('{}') = '{}' and merge_oldest_ranges('{}') = '{}' as keeps_none
     from (select ${ranges} as all_of) given`,
  );
  expect(rows).toEqual([{ kept: 200, merged: 200, keeps_newest: true, keeps_all: true, keeps_none: true }]);
});
