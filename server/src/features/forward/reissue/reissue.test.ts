import type { ReissueChoice } from '@limpid/contract/forward/reissue';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { makeFakeReceiver } from '../delivery/fake-receiver.fixture.ts';
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
  await test.app.pool.query(
    'truncate forward_target, forward_reissue cascade; truncate forward_arrival, forward_log',
  );
});

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

/** The clock of these tests leaves every session behind. */
const request = async (method: string, path: string, json?: object) =>
  (await test.send(method, `/data/reissue${path}`, { token: await test.login(), ...(json && { json }) }))
    .body;
const post = (path: string, json: object) => request('POST', path, json);
const preview = async (choice: ReissueChoice) => (await post('/preview', choice))['data'];
const start = async (choice: ReissueChoice) =>
  ((await post('', choice))['data'] as { reissueId: number }).reissueId;
const change = async (reissueId: number, action: string) =>
  (await request('PUT', '/state', { reissueId, action })).code;
const list = async () => (await request('GET', '/list'))['rows'] as Record<string, unknown>[];
const sentAgain = (packets: { isReissued: boolean }[]) => packets.filter(({ isReissued }) => isReissued);

/** Minutes 0 to 5 are stored before there is a target, 10 to 14 are sent to it. */
async function addSentSite(receiver = makeFakeReceiver()) {
  const station = await addSiteWithTarget(test, { backlog_rate: 2 });
  await test.app.pool.query('delete from forward_target where target_id = $1', [station.targetId]);
  for (const minute of [0, 1, 2, 3, 4, 5]) await store(test, station, minute, minute);
  station.targetId = await addTarget(test, station.siteId, { backlog_rate: 2 });
  const delivery = await lead(test, receiver);
  for (const minute of [10, 11, 12, 13, 14]) {
    await store(test, station, minute, minute);
    await settle(test, delivery, receiver, 2);
  }
  await settle(test, delivery, receiver, 10);
  expect(minutesOf(receiver.accepted)).toEqual([10, 11, 12, 13, 14]);
  receiver.accepted.length = 0;
  receiver.received.length = 0;
  return { station, delivery, receiver };
}

describe('a reissue', () => {
  it('sends what was never sent, and leaves out what was acknowledged', async () => {
    const { station, delivery, receiver } = await addSentSite();
    expect(await preview(choose(station))).toMatchObject({
      packets: 6,
      acknowledged: 5,
      waiting: 0,
      seconds: 3,
      targets: [{ targetId: station.targetId, sites: 1, rate: 2, packets: 6 }],
    });
    const reissueId = await start(choose(station));
    expect(await list()).toMatchObject([{ reissueId, state: 'running', total: 6, leftOver: 6, sent: 0 }]);
    await delivery.refreshGaps();
    await settle(test, delivery, receiver);
    expect(minutesOf(sentAgain(receiver.accepted) as never)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await list()).toMatchObject([{ reissueId, state: 'done', total: 6, leftOver: 0, sent: 6 }]);
  });

  it('sends what was acknowledged again if it is told to, in the order of time', async () => {
    const { station, delivery, receiver } = await addSentSite();
    const choice = choose(station, { acknowledged: true, from: at(4), to: at(12) });
    expect(await preview(choice)).toMatchObject({ packets: 5, acknowledged: 0 });
    await start(choice);
    await delivery.refreshGaps();
    await settle(test, delivery, receiver);
    expect(minutesOf(receiver.accepted)).toEqual([4, 5, 10, 11, 12]);
    expect(await preview(choose(station, { from: at(10), to: at(12) }))).toMatchObject({ packets: 0 });
  });

  it('leaves out what is waiting to be sent anyway', async () => {
    const { station, delivery, receiver } = await addSentSite();
    receiver.react = () => 'refused';
    await store(test, station, 12, 99, 1000);
    await store(test, station, 20, 20);
    await delivery.run();
    await start(choose(station, { to: at(2) }));
    const found = await preview(choose(station, { acknowledged: true }));
    // Of minutes 0–5 and 10–14, 0–2 are in the reissue, 12 was corrected; 20 is on its way.
    expect(found).toMatchObject({ packets: 7, waiting: 5 });
    expect((await post('', choose(station, { to: at(2) }))).code).toBe(500);
  });

  it('waits while it is paused, also after a restart, and goes on when it is resumed', async () => {
    const { station, delivery, receiver } = await addSentSite();
    const reissueId = await start(choose(station));
    await delivery.refreshGaps();
    await settle(test, delivery, receiver, 2);
    expect(await change(reissueId, 'pause')).toBe(200);
    const restarted = await lead(test, receiver);
    const before = receiver.received.length;
    await settle(test, restarted, receiver);
    expect(receiver.received.length).toBe(before);
    expect(await list()).toMatchObject([{ state: 'paused', total: 6 }]);
    expect(await change(reissueId, 'pause')).toBe(500);
    expect(await change(reissueId, 'resume')).toBe(200);
    await restarted.refreshGaps();
    await settle(test, restarted, receiver);
    expect([...new Set(minutesOf(receiver.accepted))]).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await list()).toMatchObject([{ state: 'done', leftOver: 0 }]);
  });

  it('is not repeated by the same one at once; of half of it only what was sent, and only if that is asked for', async () => {
    const { station, delivery, receiver } = await addSentSite();
    const choice = choose(station, { acknowledged: true });
    const codes = (await Promise.all([post('', choice), post('', choice)])).map(({ code }) => code);
    expect(codes.toSorted()).toEqual([200, 500]);
    await delivery.refreshGaps();
    await settle(test, delivery, receiver, 4);
    const sent = receiver.accepted.length;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(11);
    // The outcome of the last packet is stored with the next round.
    const waiting = 12 - sent;
    expect(await preview(choice)).toMatchObject({ packets: sent - 1, acknowledged: 0, waiting });
    expect(await preview(choose(station))).toMatchObject({ packets: 0, waiting });
    expect((await post('', choose(station))).code).toBe(500);
    await settle(test, delivery, receiver);
    expect(minutesOf(receiver.accepted)).toEqual([0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14]);
    expect(await preview(choice)).toMatchObject({ packets: 11 });
  });

  it('has what was acknowledged and another one in the same range does not send', async () => {
    const { station, delivery, receiver } = await addSentSite();
    const reissueId = await start(choose(station));
    const choice = choose(station, { acknowledged: true });
    expect(await preview(choice)).toMatchObject({ packets: 5, acknowledged: 0, waiting: 6, paused: 0 });
    await change(reissueId, 'pause');
    expect(await preview(choice)).toMatchObject({ packets: 5, acknowledged: 0, waiting: 0, paused: 6 });
    await start(choice);
    await delivery.refreshGaps();
    await settle(test, delivery, receiver);
    expect(minutesOf(receiver.accepted)).toEqual([10, 11, 12, 13, 14]);
  });

  it('that is paused does not count as sent anyway, and sends what is left when it is resumed', async () => {
    const { station, delivery, receiver } = await addSentSite();
    const reissueId = await start(choose(station));
    await delivery.refreshGaps();
    await settle(test, delivery, receiver, 3);
    await change(reissueId, 'pause');
    await delivery.refreshGaps();
    await settle(test, delivery, receiver);
    const sent = receiver.accepted.length;
    const left = 6 - sent;
    expect(left).toBeGreaterThan(0);
    expect(await list()).toMatchObject([{ state: 'paused', total: 6, sent, leftOver: left }]);
    const found = await preview(choose(station));
    expect(found).toMatchObject({ packets: 0, seconds: 0, acknowledged: 5 + sent, waiting: 0, paused: left });
    expect((await post('', choose(station))).code).toBe(500);
    await change(reissueId, 'resume');
    expect(await preview(choose(station))).toMatchObject({ packets: 0, waiting: left, paused: 0 });
    await delivery.refreshGaps();
    await settle(test, delivery, receiver);
    expect(minutesOf(receiver.accepted)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await list()).toMatchObject([{ state: 'done', sent: 6, leftOver: 0 }]);
  });

  it('goes on with the packet that had failed when it was paused, under its QN', async () => {
    const { station, delivery, receiver } = await addSentSite();
    receiver.react = () => 'connection';
    const reissueId = await start(choose(station));
    await delivery.refreshGaps();
    await settle(test, delivery, receiver, 3);
    await change(reissueId, 'pause');
    await delivery.refreshGaps();
    const before = receiver.received.length;
    expect(before).toBeGreaterThan(0);
    receiver.react = () => 'accept';
    await settle(test, delivery, receiver);
    expect(receiver.received.length).toBe(before);
    await change(reissueId, 'resume');
    await delivery.refreshGaps();
    await settle(test, delivery, receiver);
    expect(minutesOf(receiver.accepted)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(receiver.accepted[0]?.qn).toBe(receiver.received[0]?.qn);
  });

  it('keeps the QN of a packet that a killed process has sent', async () => {
    const { station, delivery, receiver } = await addSentSite();
    await start(choose(station));
    receiver.react = () => 'lost';
    await delivery.refreshGaps();
    await delivery.run();
    const restarted = await lead(test, receiver);
    receiver.react = () => 'accept';
    await settle(test, restarted, receiver);
    const first = receiver.received.filter(({ ts }) => ts === at(0));
    expect(first.length).toBe(2);
    expect(new Set(first.map(({ qn }) => qn)).size).toBe(1);
    expect(await list()).toMatchObject([{ state: 'done', sent: 6 }]);
  });

  it('sends nothing more once it is stopped, not even what has failed', async () => {
    const { station, delivery, receiver } = await addSentSite();
    receiver.react = ({ ts }) => (ts === at(1) ? 'connection' : 'accept');
    const reissueId = await start(choose(station));
    await delivery.refreshGaps();
    await settle(test, delivery, receiver, 6);
    expect(minutesOf(receiver.accepted)).toEqual([0]);
    expect(await change(reissueId, 'stop')).toBe(200);
    await delivery.refreshGaps();
    receiver.react = () => 'accept';
    await settle(test, delivery, receiver);
    expect(minutesOf(receiver.accepted)).toEqual([0]);
    expect(await list()).toMatchObject([{ state: 'stopped', total: 6, sent: 1, leftOver: 5 }]);
    expect(await change(reissueId, 'resume')).toBe(500);
    expect(await change(reissueId, 'stop')).toBe(500);
  });

  it('does not hold up what follows when a packet is refused', async () => {
    const { station, delivery, receiver } = await addSentSite();
    receiver.react = ({ ts }) => (ts === at(0) ? 'refused' : 'accept');
    await start(choose(station, { to: at(1) }));
    await start(choose(station, { from: at(3), to: at(4) }));
    await delivery.refreshGaps();
    await settle(test, delivery, receiver, 12);
    expect(minutesOf(receiver.accepted)).toEqual([1, 3, 4]);
    await store(test, station, 13, 99, 1000);
    await settle(test, delivery, receiver);
    expect(minutesOf(receiver.accepted)).toEqual([1, 3, 4, 13]);
    receiver.react = () => 'accept';
    test.clock.advance(60);
    await settle(test, delivery, receiver);
    expect(minutesOf(receiver.accepted)).toEqual([1, 3, 4, 13, 0]);
  });

  it('of old readings is not cut by the limits of the backlog', async () => {
    const { station, delivery, receiver } = await addSentSite();
    await test.app.pool.query('update forward_target set max_hours = 1 where target_id = $1', [
      station.targetId,
    ]);
    await delivery.load();
    await start(choose(station));
    await delivery.refreshGaps();
    test.clock.advance(600);
    await delivery.report();
    expect(await list()).toMatchObject([{ leftOver: 6 }]);
    await settle(test, delivery, receiver);
    expect(await list()).toMatchObject([{ state: 'done', sent: 6 }]);
  });

  it('does not swallow a correction when it is stopped', async () => {
    const { station, delivery, receiver } = await addSentSite();
    const reissueId = await start(choose(station, { acknowledged: true }));
    await change(reissueId, 'pause');
    await store(test, station, 12, 99, 1000);
    await delivery.run();
    await change(reissueId, 'stop');
    await settle(test, delivery, receiver);
    expect(minutesOf(receiver.accepted)).toEqual([12]);
  });

  it('ends with its target', async () => {
    const { station } = await addSentSite();
    await start(choose(station));
    await test.app.pool.query('delete from forward_target where target_id = $1', [station.targetId]);
    expect(await list()).toMatchObject([{ state: 'done', leftOver: 0 }]);
  });

  it('is refused for a reversed or long range, too many days of sites, and what is out of reach', async () => {
    const { station } = await addSentSite();
    const codeOf = async (given: Partial<ReissueChoice>) => (await post('', choose(station, given))).code;
    expect(await codeOf({ from: at(9), to: at(8) })).toBe(500);
    expect(await codeOf({ from: 0 })).toBe(500);
    expect(await codeOf({ targetIds: [2_000_000_000] })).toBe(403);
    await addPerson(test, 'nowhere', [{ permissions: ['data:reissue:add'], dataScope: '5' }]);
    const token = await test.login('nowhere', personPassword);
    const { body } = await test.send('POST', '/data/reissue', { token, json: choose(station) });
    expect(body.code).toBe(403);
  });
});

describe('sending entries of the forward log again', () => {
  async function log(station: ForwardedStation, minute: number): Promise<number> {
    const { rows } = await test.app.pool.query(
      `insert into forward_log (type, business_key, handle_result, data_time, target_id, site_id, kind, create_time)
       values ('hj212-2017', 'x', '0', $1, $2, $3, 2011, limpid_now()) returning log_id`,
      [new Date(at(minute)).toISOString(), station.targetId, station.siteId],
    );
    return Number(rows[0].log_id);
  }

  it('sends their readings to their targets, acknowledged or not, each once', async () => {
    const { station, delivery, receiver } = await addSentSite();
    const logIds = [
      await log(station, 2),
      await log(station, 12),
      await log(station, 12),
      await log(station, 30),
    ];
    expect((await post('/again', { logIds }))['data']).toEqual({ total: 2, waiting: 0 });
    expect((await post('/again', { logIds }))['data']).toEqual({ total: 0, waiting: 2 });
    expect(await list()).toMatchObject([{ state: 'running', total: 2, fromTs: null, kinds: '2011' }]);
    await delivery.refreshGaps();
    await settle(test, delivery, receiver);
    expect(minutesOf(receiver.accepted)).toEqual([2, 12]);
  });

  it('sends those at once that wait in a paused reissue', async () => {
    const { station, delivery, receiver } = await addSentSite();
    await change(await start(choose(station)), 'pause');
    expect((await post('/again', { logIds: [await log(station, 2)] }))['data']).toEqual({
      total: 1,
      waiting: 0,
    });
    await delivery.refreshGaps();
    await settle(test, delivery, receiver);
    expect(minutesOf(receiver.accepted)).toEqual([2]);
  });

  it('leaves out entries of targets that are out of reach', async () => {
    const { station } = await addSentSite();
    const logIds = [await log(station, 12)];
    await addPerson(test, 'elsewhere', [{ permissions: ['data:reissue:add'], dataScope: '5' }]);
    const token = await test.login('elsewhere', personPassword);
    const { body } = await test.send('POST', '/data/reissue/again', { token, json: { logIds } });
    expect(body.code).toBe(500);
    expect(await list()).toEqual([]);
  });

  it('is refused if nothing of them can be sent', async () => {
    const { station } = await addSentSite();
    const gone = await log(station, 40);
    expect((await post('/again', { logIds: [gone] })).code).toBe(500);
    const stored = await log(station, 12);
    await test.app.pool.query('update forward_target set sends_realtime = false');
    expect((await post('/again', { logIds: [stored] })).code).toBe(500);
  });
});
