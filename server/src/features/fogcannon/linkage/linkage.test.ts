import { MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../../platform/db/transaction.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { soon } from '../../../testing/soon.ts';
import { storeTestReadings } from '../../../testing/stations.ts';
import { findTestChannel, makeValueReading } from '../../alarm/evaluation/alarm.fixture.ts';
import { packetKind } from '../../reading/reading.ts';
import { addCannon, openTestBoard, startControl } from '../cannon.fixture.ts';
import { insertOrder } from '../execution/order.store.ts';
import { addLinkageRule, listDecisions, storeMinutes } from './linkage.fixture.ts';
import { lockFreeCannon } from './linkage.store.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await openTestApp({ OUTBOUND_ALLOW: '127.0.0.1', OUTBOUND_TIMEOUT: '1' });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.app.pool.query('delete from fog_linkage_rule');
  await t.app.pool.query('delete from fog_cannon');
  token = await t.login();
});

/** A cannon on a relay board, with a rule. */
async function openLinked(columns: Record<string, unknown> = {}, cannon: Record<string, unknown> = {}) {
  const board = await openTestBoard();
  startControl(t);
  const { cannonId, siteId } = await addCannon(t, { port: board.port, ...cannon });
  const ruleId = await addLinkageRule(t, [cannonId], columns);
  const isOn = () => board.coils[0] ?? false;
  const decisions = () => listDecisions(t, cannonId, token);
  return { board, cannonId, siteId, ruleId, isOn, decisions };
}

async function storeWind(siteId: number, value: number, minutesAhead = 0): Promise<void> {
  const ts = t.clock.now().getTime() + minutesAhead * MINUTE_MS;
  const { slot } = findTestChannel(t, 'WS');
  await storeTestReadings(t, [makeValueReading(siteId, slot, ts, value, packetKind.realtime)]);
}

/** Until the control has looked at everything that is stored. */
async function settle(): Promise<void> {
  await new Promise((done) => setTimeout(done, 1500));
}

async function readRuns(cannonId: number) {
  const { body } = await t.send('GET', `/fog/run/list?cannonId=${cannonId}`, { token });
  return body['rows'] as Record<string, unknown>[];
}

describe('a linkage rule', () => {
  it('starts a cannon after three values above the threshold and stops it after three below, and says why', async () => {
    const { siteId, cannonId, isOn, decisions } = await openLinked();
    await storeMinutes(t, siteId, [120, 182, 190, 188]);
    await soon(isOn).toBe(true);
    t.clock.advance(3);
    await storeMinutes(t, siteId, [96, 92, 90]);
    await soon(isOn).toBe(false);
    await soon(decisions).toEqual([
      'Started: PM10 182, 190, 188 above 150 µg/m³',
      'Stopped: PM10 96, 92, 90 at or below 100 µg/m³',
    ]);
    await soon(async () => (await readRuns(cannonId)).map(({ endReason }) => endReason)).toEqual(['rule']);
    const [run] = await readRuns(cannonId);
    expect(run).toMatchObject({ reason: 'rule', valueBefore: 188, valueAfter: 90 });
  });

  it('notes its own channel with the runs that it begins', async () => {
    const { channelId } = findTestChannel(t, 'TSP');
    const { siteId, cannonId, isOn } = await openLinked({ channel_id: channelId });
    await storeMinutes(t, siteId, [82, 90, 88]);
    await storeMinutes(t, siteId, [382, 390, 388], 0, 'TSP');
    await soon(isOn).toBe(true);
    expect((await readRuns(cannonId))[0]).toMatchObject({ channelCode: 'TSP', valueBefore: 388 });
  });

  it('starts nothing on invalid, historical or too few values', async () => {
    const { siteId, isOn, decisions } = await openLinked();
    await storeMinutes(t, siteId, [182, null, 190]);
    await storeMinutes(t, siteId, [200, 200, 200, 200], 30);
    await settle();
    expect([isOn(), await decisions()]).toEqual([false, []]);
    t.clock.advance(1);
    await storeMinutes(t, siteId, [190]);
    t.clock.advance(1);
    await storeMinutes(t, siteId, [190]);
    await soon(isOn).toBe(true);
  });

  it('neither starts on a value from the future nor waits until its time has come', async () => {
    const { siteId, isOn, decisions } = await openLinked({ max_wind: 8 });
    await storeWind(siteId, 3);
    await storeMinutes(t, siteId, [182, 190]);
    await storeMinutes(t, siteId, [500], -8);
    await settle();
    expect([isOn(), await decisions()]).toEqual([false, []]);
    t.clock.advance(1);
    // One that is ahead and normal does not hide those that are not.
    await storeMinutes(t, siteId, [20], -9);
    await storeWind(siteId, 20, 9);
    await storeMinutes(t, siteId, [188]);
    await soon(decisions).toEqual(['Started: PM10 182, 190, 188 above 150 µg/m³']);
    await soon(isOn).toBe(true);
  });

  it('stops a cannon whose station sends nothing valid any more', async () => {
    const { siteId, isOn, decisions } = await openLinked();
    await storeMinutes(t, siteId, [182, 190, 188]);
    await soon(isOn).toBe(true);
    t.clock.advance(3);
    await storeMinutes(t, siteId, [null, null, null]);
    await soon(isOn).toBe(false);
    await soon(async () => (await decisions()).at(-1)).toBe(
      'Stopped: the last 3 values of PM10 are not valid',
    );
  });

  it('starts nothing on values that were there before it, of a station that is silent since', async () => {
    const board = await openTestBoard();
    const { cannonId, siteId } = await addCannon(t, { port: board.port });
    await storeMinutes(t, siteId, [182, 190, 188], 5);
    await addLinkageRule(t, [cannonId]);
    startControl(t);
    await settle();
    expect([board.coils[0], await listDecisions(t, cannonId, token)]).toEqual([false, []]);
  });

  it('starts nothing on values that arrive several intervals after their time', async () => {
    const { siteId, isOn, decisions } = await openLinked();
    await settle();
    await storeMinutes(t, siteId, [182, 190, 188], 5);
    await settle();
    expect([isOn(), await decisions()]).toEqual([false, []]);
  });

  it('stops its own run although an order of a person has failed meanwhile', async () => {
    const { siteId, cannonId, board, isOn, decisions } = await openLinked();
    await storeMinutes(t, siteId, [182, 190, 188]);
    await soon(async () => (await readRuns(cannonId))[0]?.['confirmed']).toBe('yes');
    board.faults = { exception: 2 };
    await t.send('POST', `/fog/gun/operate/${cannonId}`, { token, json: { action: 'on' } });
    await soon(async () => {
      const { rows } = await t.app.pool.query(
        `select state from fog_order where cannon_id = $1 and reason = 'person'`,
        [cannonId],
      );
      return rows[0]?.state;
    }).toBe('failed');
    board.faults = {};
    t.clock.advance(3);
    await storeMinutes(t, siteId, [96, 92, 90]);
    await soon(isOn).toBe(false);
    await soon(async () => (await decisions()).at(-1)).toBe('Stopped: PM10 96, 92, 90 at or below 100 µg/m³');
  });

  it('about means of minutes waits until three of them have ended', async () => {
    const { siteId, isOn, decisions } = await openLinked({ basis: 'minute' });
    await storeMinutes(t, siteId, [182, 190, 188]);
    await settle();
    expect(isOn()).toBe(false);
    t.clock.advance(1);
    await storeMinutes(t, siteId, [20]);
    await soon(isOn).toBe(true);
    expect(await decisions()).toEqual(['Started: PM10 182, 190, 188 above 150 µg/m³']);
  });

  it('leaves a cannon alone that was switched off at its cabinet, and the log says so', async () => {
    const { siteId, cannonId, board, isOn, decisions } = await openLinked({ min_pause_seconds: 0 });
    await storeMinutes(t, siteId, [182, 190, 188]);
    await soon(async () => (await readRuns(cannonId))[0]?.['confirmed']).toBe('yes');
    board.turn(0, false);
    await soon(async () => (await decisions()).at(-1)).toBe('Stopped: switched off at the cannon');
    t.clock.advance(1);
    await storeMinutes(t, siteId, [185]);
    await soon(async () => (await decisions()).at(-1)).toBe(
      'Not started (PM10 190, 188, 185): a person is in control',
    );
    expect([isOn(), (await readRuns(cannonId)).length]).toEqual([false, 1]);
  });

  it('starts a cannon again whose board had no power: nobody has switched it off', async () => {
    const { siteId, cannonId, board, decisions } = await openLinked({ min_pause_seconds: 0 });
    await storeMinutes(t, siteId, [182, 190, 188]);
    await soon(async () => (await readRuns(cannonId))[0]?.['confirmed']).toBe('yes');
    const { port } = board;
    await board.close();
    const readLink = async () =>
      (await t.app.pool.query('select link_state, manual_until from fog_cannon_state')).rows[0];
    await soon(readLink).toMatchObject({ link_state: 'down' });
    const restarted = await openTestBoard(port);
    await soon(async () => (await decisions())[1]).toBe(
      'Stopped: the connection was lost, and the cannon was off afterwards',
    );
    t.clock.advance(1);
    await storeMinutes(t, siteId, [185]);
    await soon(() => restarted.coils[0]).toBe(true);
    expect(await readLink()).toMatchObject({ manual_until: null });
    const runs = await readRuns(cannonId);
    expect(runs.map(({ endReason }) => endReason)).toEqual([null, 'linkLost']);
  });

  it('does not overtake an order of a person', async () => {
    const { cannonId } = await addCannon(t, { port: 1 });
    const linkage = { cannonId, ruleId: 0 };
    const isFree = () =>
      transact(t.app.pool, (client) => lockFreeCannon(client, linkage, 'start', t.clock.now()));
    expect(await isFree()).toBe(true);
    await t.send('POST', `/fog/gun/operate/${cannonId}`, { token, json: { action: 'off' } });
    expect(await isFree()).toBe(false);
  });

  it('in a dry run decides and logs, and switches nothing', async () => {
    const { siteId, board, isOn, decisions } = await openLinked({ dry_run: true });
    await storeMinutes(t, siteId, [182, 190, 188]);
    await soon(async () => (await decisions()).length).toBe(1);
    t.clock.advance(3);
    await storeMinutes(t, siteId, [96, 92, 90]);
    await soon(async () => (await decisions()).length).toBe(2);
    expect([isOn(), board.starts[0] ?? 0]).toEqual([false, 0]);
  });

  it('leaves a cannon alone that a person has switched, until the time is over or it is given back', async () => {
    const { siteId, cannonId, isOn, decisions } = await openLinked();
    await t.send('POST', `/fog/gun/operate/${cannonId}`, { token, json: { action: 'off' } });
    await storeMinutes(t, siteId, [182, 190, 188]);
    await soon(decisions).toEqual(['Not started (PM10 182, 190, 188): a person is in control']);
    expect(isOn()).toBe(false);
    await t.send('POST', `/fog/gun/release/${cannonId}`, { token });
    await soon(isOn).toBe(true);
  });

  it('that is disabled while it runs a cannon stops it', async () => {
    const { siteId, ruleId, isOn, decisions } = await openLinked();
    await storeMinutes(t, siteId, [182, 190, 188]);
    await soon(isOn).toBe(true);
    const json = { ruleId, status: '1' };
    await t.send('PUT', '/fog/linkage/changeStatus', { token, json });
    await soon(isOn).toBe(false);
    await soon(async () => (await decisions()).at(-1)).toContain('Stopped: the rule is disabled');
  });

  it('of higher priority starts a cannon when two rules would', async () => {
    const { siteId, cannonId, decisions } = await openLinked({ priority: 2, rule_name: 'second' });
    await addLinkageRule(t, [cannonId], { priority: 1, rule_name: 'first', threshold: 160 });
    await settle();
    await storeMinutes(t, siteId, [182, 190, 188]);
    await soon(async () => (await decisions()).length).toBe(1);
    await settle();
    const [run, ...others] = await readRuns(cannonId);
    expect([run?.['startedBy'], others]).toEqual(['first', []]);
  });

  it('runs a cannon no longer than its maximum', async () => {
    const { siteId, isOn, cannonId, decisions } = await openLinked({
      max_run_minutes: 1,
      min_pause_seconds: 3600,
    });
    await storeMinutes(t, siteId, [182, 190, 188]);
    await soon(isOn).toBe(true);
    t.clock.advance(1);
    await soon(isOn).toBe(false);
    await soon(async () => (await readRuns(cannonId))[0]?.['endReason']).toBe('limit');
    expect((await decisions())[1]).toBe('Stopped: it has run for 1 minutes');
  });

  it.each([
    ['the platform', {}],
    ['the board', { jog_timing: 'board4' }],
  ])('says that its jog is over, which %s has ended', async (_, cannon) => {
    const { siteId, isOn, cannonId, decisions } = await openLinked(
      { min_pause_seconds: 3600 },
      { jog: 'Y', jog_seconds: 1, ...cannon },
    );
    await storeMinutes(t, siteId, [182, 190, 188]);
    await soon(async () => (await readRuns(cannonId))[0]?.['endReason']).toBe('jog');
    await soon(isOn).toBe(false);
    expect((await decisions())[1]).toBe('Stopped: its jog of 1 s is over');
  });

  it('whose order was interrupted says so', async () => {
    const board = await openTestBoard();
    const { cannonId } = await addCannon(t, { port: board.port });
    const ruleId = await addLinkageRule(t, [cannonId], { rule_name: 'interrupted rule' });
    const at = t.clock.now();
    const expiresAt = new Date(at.getTime() + 15_000);
    const facts = { cannonId, action: 'on', seconds: null, reason: 'rule', at, expiresAt } as const;
    const orderId = await insertOrder(t.app.pool, { ...facts, ruleId, ruleName: 'interrupted rule' });
    await t.app.pool.query(`update fog_order set state = 'sent' where order_id = $1`, [orderId]);
    startControl(t);
    await soon(() => listDecisions(t, cannonId, token)).toEqual(['Stopped: control was interrupted']);
  });

  it('tries a cannon that cannot be reached again, but not at once', async () => {
    const { siteId, board, cannonId, decisions } = await openLinked();
    await board.close();
    await storeMinutes(t, siteId, [182, 190, 188]);
    await soon(async () => (await decisions()).at(-1)).toBe(
      'Not started (PM10 182, 190, 188): the cannon cannot be reached',
    );
    const { rows } = await t.app.pool.query(
      `select count(*)::int as n from fog_order where cannon_id = $1 and action = 'on'`,
      [cannonId],
    );
    expect(rows[0].n).toBeLessThanOrEqual(1);
  });
});
