import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../../testing/app.ts';
import {
  addAlarmSite,
  addChannel,
  addMessage,
  addReader,
  listDeliveries,
  raiseAlarm,
  runNotifyJob,
} from '../notify.fixture.ts';
import { serveMail } from '../send/mail-server.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
});
afterAll(() => t.close());
beforeEach(async () => {
  for (const table of ['notify_channel', 'notify_rota', 'notify_subscription', 'alarm_message'])
    await t.app.pool.query(`delete from ${table}`);
});

const now = () => t.clock.now().getTime();
const runJob = () => runNotifyJob(t);
const smtp = (port: number) => t.app.secrets.seal(`smtp://127.0.0.1:${port}`);

describe('escalation', () => {
  async function addRota(channelId: number, userId: number, nextUserId: number, times = {}) {
    const wholeDay = { weekdays: '1,2,3,4,5,6,7', fromTime: '00:00', toTime: '00:00' };
    const shifts = [{ userId, nextUserId, ...wholeDay, ...times }];
    await t.app.pool.query(
      `insert into notify_rota (rota_name, dept_id, zone, notify_channel_ids, after_minutes, next_minutes, shifts)
       values ('night', 100, 'UTC', $1, 15, 10, $2)`,
      [[channelId], JSON.stringify(shifts)],
    );
  }

  it('reaches the person on call, then the next one, until somebody acknowledges', async () => {
    const server = await serveMail();
    const channelId = await addChannel(t, { kind: 'email', smtp_url: smtp(server.port) });
    const [{ userId: first }, { userId: second }] = [await addReader(t), await addReader(t)];
    await addRota(channelId, first, second);
    const alarmId = await raiseAlarm(t, await addAlarmSite(t));
    const acknowledged = await raiseAlarm(t, await addAlarmSite(t));
    await runJob();
    expect(server.mails).toHaveLength(0);
    await t.app.pool.query('update alarm_log set acknowledged_at = $2 where alarm_id = $1', [
      acknowledged,
      new Date(now()),
    ]);
    t.clock.advance(15);
    await runJob();
    t.clock.advance(10);
    await runJob();
    t.clock.advance(60);
    await runJob();
    const told = (await listDeliveries(t, alarmId)).map(({ userId, event, state }) => [userId, event, state]);
    expect(told).toEqual([
      [first, 'escalated', 'sent'],
      [second, 'escalated', 'sent'],
    ]);
    expect(await listDeliveries(t, acknowledged)).toEqual([]);
    expect(server.mails[0]?.subject).toContain('Not acknowledged');
  });

  it('begins again with the reminder of an alarm that was cleared too early', async () => {
    const server = await serveMail();
    const channelId = await addChannel(t, { kind: 'email', smtp_url: smtp(server.port) });
    const [{ userId: first }, { userId: second }] = [await addReader(t), await addReader(t)];
    await addRota(channelId, first, second);
    const alarmId = await raiseAlarm(t, await addAlarmSite(t));
    await t.app.pool.query(`update alarm_message set event = 'reminded' where alarm_id = $1`, [alarmId]);
    await runJob();
    t.clock.advance(15);
    await runJob();
    expect(await listDeliveries(t, alarmId)).toMatchObject([
      { userId: first, event: 'escalated', state: 'sent' },
    ]);
  });

  it('reaches a person whose subscription waits, unless somebody acknowledges, and then the end', async () => {
    const server = await serveMail();
    const channelId = await addChannel(t, { kind: 'email', smtp_url: smtp(server.port) });
    const { userId } = await addReader(t, undefined, { notify_channel_ids: [channelId], after_minutes: 20 });
    const open = await raiseAlarm(t, await addAlarmSite(t));
    const acknowledged = await raiseAlarm(t, await addAlarmSite(t));
    await runJob();
    await t.app.pool.query('update alarm_log set acknowledged_at = now() where alarm_id = $1', [
      acknowledged,
    ]);
    expect(await listDeliveries(t, open)).toEqual([]);
    t.clock.advance(20);
    await runJob();
    for (const alarmId of [open, acknowledged]) await addMessage(t, alarmId, 'ended');
    await runJob();
    expect(await listDeliveries(t, open)).toMatchObject([
      { userId, event: 'escalated', state: 'sent' },
      { userId, event: 'ended', state: 'sent' },
    ]);
    expect(await listDeliveries(t, acknowledged)).toEqual([]);
  });

  it('without anybody on call is recorded, and reaches the next shift when it begins', async () => {
    const server = await serveMail();
    const channelId = await addChannel(t, { kind: 'email', smtp_url: smtp(server.port) });
    const { userId } = await addReader(t);
    const minute = (offset: number) => new Date(now() + offset * 60_000).toISOString().slice(11, 16);
    await addRota(channelId, userId, userId, { fromTime: minute(60), toTime: minute(120) });
    const alarmId = await raiseAlarm(t, await addAlarmSite(t));
    await runJob();
    t.clock.advance(15);
    await runJob();
    const gap = { state: 'failed', userId: null, error: 'errors.notify.nobody_on_call' };
    expect(await listDeliveries(t, alarmId)).toMatchObject([gap]);
    t.clock.advance(46);
    await runJob();
    expect(await listDeliveries(t, alarmId)).toMatchObject([gap, { userId, state: 'sent' }]);
    await t.app.pool.query(`update sys_user set status = '1' where user_id = $1`, [userId]);
    t.clock.advance(10);
    await runJob();
    expect((await listDeliveries(t, alarmId)).at(-1)).toMatchObject({
      userId,
      state: 'failed',
      error: 'errors.notify.on_call_unreachable',
    });
  });
});
