import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { addSite } from '../../../testing/stations.ts';
import { addAlarm, addRemindingRule, addState, listEventNames } from './alarm-log.fixture.ts';

let t: TestApp;
let admin: string;
let siteId: number;
beforeAll(async () => {
  t = await openTestApp();
  await addDepartment(t, 200, 100, [0, 100]);
  siteId = await addSite(t, { mn: 'ALARM1' });
  admin = await t.login();
});
afterAll(() => t.close());

type Body = { alarmIds: number[]; comment?: string; until?: number };

async function act(action: string, json: Body, token = admin) {
  const method = action === 'comment' ? 'POST' : 'PUT';
  const { body } = await t.send(method, `/alarm/log/${action}`, { token, json });
  return { code: body.code, ...Object(body['data']) };
}

async function readAlarm(alarmId: number) {
  const { rows } = await t.app.pool.query('select * from alarm_log where alarm_id = $1', [alarmId]);
  return rows[0];
}

describe('acknowledging', () => {
  it('records who did it and when, for several alarms at once', async () => {
    const alarmIds = [await addAlarm(t, { siteId }), await addAlarm(t, { siteId })];
    expect(await act('acknowledge', { alarmIds, comment: 'on my way' })).toEqual({
      code: 200,
      changed: 2,
      unchanged: 0,
    });
    for (const alarmId of alarmIds) {
      expect(await readAlarm(alarmId)).toMatchObject({ acknowledged_by: 'admin' });
      const { body } = await t.send('GET', `/alarm/log/events?alarmId=${alarmId}`, { token: admin });
      expect(body['data']).toMatchObject([
        { event: 'raised', userName: null, value: 182 },
        { event: 'acknowledged', userName: 'admin', comment: 'on my way' },
      ]);
    }
  });

  it('changes nothing the second time, and says so', async () => {
    const alarmId = await addAlarm(t, { siteId });
    await act('acknowledge', { alarmIds: [alarmId] });
    await addPerson(t, 'second', [{ permissions: ['alarm:log:ack'] }]);
    const second = await t.login('second', personPassword);
    expect(await act('acknowledge', { alarmIds: [alarmId, alarmId] }, second)).toEqual({
      code: 200,
      changed: 0,
      unchanged: 1,
    });
    expect(await readAlarm(alarmId)).toMatchObject({ acknowledged_by: 'admin' });
    expect(await listEventNames(t, alarmId)).toEqual(['raised', 'acknowledged']);
  });

  it('is done once if two people do it at the same moment', async () => {
    const alarmIds = [await addAlarm(t, { siteId }), await addAlarm(t, { siteId })];
    const replies = await Promise.all([
      act('acknowledge', { alarmIds }),
      act('acknowledge', { alarmIds: alarmIds.toReversed() }),
    ]);
    expect(replies.map(({ changed }) => changed).toSorted()).toEqual([0, 2]);
    expect(await listEventNames(t, alarmIds[0] ?? 0)).toEqual(['raised', 'acknowledged']);
  });

  it('changes no alarm if one of them is outside the data scope or does not exist', async () => {
    await addPerson(t, 'north', [{ permissions: ['alarm:log:ack'], dataScope: '3' }], 200);
    const north = await t.login('north', personPassword);
    const own = await addAlarm(t, { siteId: await addSite(t, { mn: 'NORTH', deptId: 200 }) });
    const foreign = await addAlarm(t, { siteId });
    expect(await act('acknowledge', { alarmIds: [own, foreign] }, north)).toEqual({ code: 403 });
    expect(await act('acknowledge', { alarmIds: [own, 2_000_000_000] }, north)).toEqual({ code: 403 });
    expect(await readAlarm(own)).toMatchObject({ acknowledged_at: null });
    expect(await act('acknowledge', { alarmIds: [own] }, north)).toMatchObject({ changed: 1 });
  });
});

it('adds comments, also to alarms that have ended', async () => {
  const alarmId = await addAlarm(t, { siteId, endedAt: t.clock.now() });
  expect(await act('comment', { alarmIds: [alarmId], comment: 'road works' })).toMatchObject({ changed: 1 });
  expect(await act('comment', { alarmIds: [alarmId], comment: '' })).not.toMatchObject({ code: 200 });
  expect(await act('comment', { alarmIds: [alarmId], comment: '<b>x</b>' })).not.toMatchObject({ code: 200 });
  expect(await listEventNames(t, alarmId)).toEqual(['raised', 'commented']);
});

describe('muting', () => {
  it('lasts until a time and can be taken back', async () => {
    const alarmId = await addAlarm(t, { siteId });
    const until = t.clock.now().getTime() + HOUR_MS;
    expect(await act('mute', { alarmIds: [alarmId], until })).toMatchObject({ changed: 1 });
    expect(await act('mute', { alarmIds: [alarmId], until })).toMatchObject({ changed: 0, unchanged: 1 });
    expect((await readAlarm(alarmId)).muted_until).not.toBeNull();
    expect(await act('unmute', { alarmIds: [alarmId] })).toMatchObject({ changed: 1 });
    expect(await act('unmute', { alarmIds: [alarmId] })).toMatchObject({ changed: 0 });
    expect(await listEventNames(t, alarmId)).toEqual(['raised', 'muted', 'unmuted']);
  });

  it.each([
    ['the past', -MINUTE_MS],
    ['a time too far away', 31 * DAY_MS],
  ])('refuses %s', async (_, ms) => {
    const alarmId = await addAlarm(t, { siteId });
    const until = t.clock.now().getTime() + ms;
    expect(await act('mute', { alarmIds: [alarmId], until })).toEqual({ code: 500 });
  });

  it('does not apply to an alarm that has ended', async () => {
    const alarmId = await addAlarm(t, { siteId, endedAt: t.clock.now() });
    const until = t.clock.now().getTime() + HOUR_MS;
    expect(await act('mute', { alarmIds: [alarmId], until })).toMatchObject({ changed: 0, unchanged: 1 });
  });
});

describe('clearing', () => {
  const readState = async (ruleId: number) =>
    (
      await t.app.pool.query(
        'select *, extract(epoch from due_at) * 1000 as due from alarm_state where rule_id = $1',
        [ruleId],
      )
    ).rows[0];
  const readMessages = async (alarmId: number) =>
    (await t.app.pool.query('select event, value from alarm_message where alarm_id = $1', [alarmId])).rows;

  it('ends an alarm whose condition is still met, and sets the reminder', async () => {
    const ruleId = await addRemindingRule(t, 'still met', 30);
    const alarmId = await addAlarm(t, { siteId, ruleId });
    await addState(t, { siteId, ruleId, alarmId });
    expect(await act('clear', { alarmIds: [alarmId], comment: 'watered' })).toMatchObject({ changed: 1 });
    expect(await readAlarm(alarmId)).toMatchObject({
      end_reason: 'person',
      ended_by: 'admin',
      still_met: true,
    });
    const { state, due, alarm_id } = await readState(ruleId);
    expect(state).toMatchObject({ phase: 'active', episode: null });
    const minutes = (state.remindAt - t.clock.now().getTime()) / MINUTE_MS;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThanOrEqual(30);
    expect([alarm_id, Number(due)]).toEqual([null, state.remindAt]);
    expect(await readMessages(alarmId)).toEqual([{ event: 'ended', value: 182 }]);
    expect(await act('clear', { alarmIds: [alarmId] })).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await readMessages(alarmId)).toHaveLength(1);
    expect(await listEventNames(t, alarmId)).toEqual(['raised', 'ended']);
  });

  it('keeps an earlier timer, and sets no reminder where the rule has none', async () => {
    const ruleId = await addRemindingRule(t, 'no reminder', 0);
    const alarmId = await addAlarm(t, { siteId, ruleId });
    const dueAt = new Date(t.clock.now().getTime() + MINUTE_MS);
    await addState(t, { siteId, ruleId, alarmId }, 'clearing', dueAt);
    await act('clear', { alarmIds: [alarmId] });
    const { state, due } = await readState(ruleId);
    expect(state).toMatchObject({ phase: 'clearing', episode: null, remindAt: null });
    expect(Number(due)).toBe(dueAt.getTime());
  });

  it('says nothing of a condition that is normal again', async () => {
    const ruleId = await addRemindingRule(t, 'unstable', 30);
    const alarmId = await addAlarm(t, { siteId, ruleId });
    await addState(t, { siteId, ruleId, alarmId }, 'normal');
    await act('clear', { alarmIds: [alarmId] });
    expect(await readAlarm(alarmId)).toMatchObject({ still_met: false });
    expect((await readState(ruleId)).state).toMatchObject({ remindAt: null });
  });

  it('sends no message about an alarm of late values', async () => {
    const alarmId = await addAlarm(t, { siteId, historical: true });
    await act('clear', { alarmIds: [alarmId] });
    expect(await readMessages(alarmId)).toEqual([]);
  });
});
