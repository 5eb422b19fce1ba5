import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personalEvent } from '../../../../platform/live/bus-events.ts';
import { serveHttp } from '../../../../platform/outbound/outbound.fixture.ts';
import { openTestApp, type TestApp } from '../../../../testing/app.ts';
import { addDepartment, addPerson } from '../../../../testing/people.ts';
import { soon } from '../../../../testing/soon.ts';
import {
  addAlarmSite,
  addChannel,
  addMessage,
  listDeliveries,
  raiseAlarm,
  subscribe,
} from '../notify.fixture.ts';
import { serveMail } from '../send/mail-server.fixture.ts';
import { escalate } from './escalate.ts';
import { expandMessages } from './expand.ts';
import { groupMessages } from './group.ts';
import { openSender } from './sender.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
  await addDepartment(t, 110, 100, [0, 100]);
  await addDepartment(t, 120, 100, [0, 100]);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.app.pool.query('delete from notify_channel');
  await t.app.pool.query('delete from notify_rota');
  await t.app.pool.query('delete from notify_subscription');
  await t.app.pool.query('delete from alarm_message');
});

const now = () => t.clock.now().getTime();
const expand = () => expandMessages(t.app.pool, now());
/** Sends what is due; returns the number of messages. */
async function send(): Promise<number> {
  const sender = openSender(t.app);
  const started = await sender.start();
  await sender.finish();
  return started;
}

/** All steps of the job, after the time in which messages are collected. */
async function runJob(): Promise<void> {
  await expand();
  await escalate(t.app.pool, now());
  t.clock.advance(0.2);
  await groupMessages(t.app.pool, now());
  await send();
}

const sealed = (text: string) => t.app.secrets.seal(text);
const smtp = (port: number) => sealed(`smtp://127.0.0.1:${port}`);
const mailTo = 'shift@city.example';

let people = 0;
async function addReader(deptIds?: number[], facts: Record<string, unknown> = {}): Promise<number> {
  const scope = deptIds ? { dataScope: '2', deptIds } : {};
  const userId = await addPerson(t, `reader${++people}`, [{ permissions: ['alarm:log:list'], ...scope }]);
  await t.app.pool.query('update sys_user set email = $2 where user_id = $1', [
    userId,
    `reader${people}@city.example`,
  ]);
  await subscribe(t, userId, facts);
  return userId;
}

describe('e-mail', () => {
  it('tells of the start and of the end, in the language of the channel', async () => {
    const server = await serveMail();
    await addChannel(t, { kind: 'email', smtp_url: smtp(server.port), recipients: mailTo, language: 'fr' });
    const alarmId = await raiseAlarm(t, await addAlarmSite(t), { severity: 'critical' });
    await runJob();
    await addMessage(t, alarmId, 'ended');
    await runJob();
    expect(server.mails.map(({ to }) => to)).toEqual([[mailTo], [mailTo]]);
    const [start, end] = server.mails;
    expect(start?.subject).toContain('[Critique] Déclenchée');
    expect(start?.text).toContain('182 (seuil 150)');
    expect(start?.header('Auto-Submitted')).toBe('auto-generated');
    expect(end?.subject).toContain('Terminée');
    expect((await listDeliveries(t, alarmId)).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  it('makes one mail of many alarms', async () => {
    const server = await serveMail();
    await addChannel(t, { kind: 'email', smtp_url: smtp(server.port), recipients: mailTo });
    const siteId = await addAlarmSite(t);
    for (let count = 0; count < 30; count++) await raiseAlarm(t, siteId);
    await runJob();
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]?.subject).toBe('30 alarm messages, highest severity: Major');
    expect(server.mails[0]?.text).toContain('and 10 more');
  });

  it('tries again after 4xx with the same Message-ID, and not after 5xx', async () => {
    let reply: string | undefined = '451 try later';
    const server = await serveMail({ refuse: (step) => (step === 'DATA' ? reply : undefined) });
    await addChannel(t, { kind: 'email', smtp_url: smtp(server.port), recipients: mailTo });
    const alarmId = await raiseAlarm(t, await addAlarmSite(t));
    await runJob();
    expect(await listDeliveries(t, alarmId)).toMatchObject([
      { state: 'waiting', attempts: 1, error: 'errors.notify.smtp?code=451&reply=try+later' },
    ]);
    const { rows } = await t.app.pool.query('select group_id from alarm_delivery where alarm_id = $1', [
      alarmId,
    ]);
    reply = undefined;
    expect(await send()).toBe(0);
    t.clock.advance(1);
    expect(await send()).toBe(1);
    expect(server.mails[0]?.mail.messageId).toBe(`<${rows[0].group_id}@127.0.0.1>`);
    reply = '550 no such user';
    const second = await raiseAlarm(t, await addAlarmSite(t));
    await runJob();
    expect(await listDeliveries(t, second)).toMatchObject([{ state: 'failed', attempts: 1 }]);
  });

  it('tries again when the mail server cannot be reached, for a day', async () => {
    await addChannel(t, { kind: 'email', smtp_url: smtp(1), recipients: mailTo });
    const alarmId = await raiseAlarm(t, await addAlarmSite(t));
    await runJob();
    expect(await listDeliveries(t, alarmId)).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    t.clock.advance(24 * 60);
    await send();
    const [delivery] = await listDeliveries(t, alarmId);
    expect(delivery).toMatchObject({ state: 'failed', attempts: 2 });
    expect(delivery?.error).toContain('errors.outbound.connection');
  });

  it('does not send an end before its start', async () => {
    let isDown = true;
    const server = await serveMail({ refuse: () => (isDown ? '421 closing' : undefined) });
    await addChannel(t, { kind: 'email', smtp_url: smtp(server.port), recipients: mailTo });
    const alarmId = await raiseAlarm(t, await addAlarmSite(t));
    await runJob();
    await addMessage(t, alarmId, 'ended');
    await runJob();
    expect((await listDeliveries(t, alarmId)).map(({ attempts }) => attempts)).toEqual([2, 0]);
    isDown = false;
    t.clock.advance(5);
    await runJob();
    await runJob();
    expect(server.mails.map(({ subject }) => /Raised|Ended/.exec(subject)?.[0])).toEqual(['Raised', 'Ended']);
  });
});

describe('webhooks', () => {
  async function serveWebhook(status: () => number) {
    const calls: { id: string; body: string; signature: string }[] = [];
    const { port } = await serveHttp((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        const header = (name: string) => String(request.headers[name]);
        calls.push({ id: header('webhook-id'), body, signature: header('webhook-signature') });
        response.writeHead(status(), { location: 'http://127.0.0.1:1/' }).end();
      });
    });
    return { calls, url: `http://127.0.0.1:${port}/hook` };
  }

  it('get every alarm with its facts, under the same id at every attempt', async () => {
    let status = 500;
    const { calls, url } = await serveWebhook(() => status);
    await addChannel(t, { kind: 'webhook', url, signing_secret: sealed('whsec_AAAA') });
    const alarmId = await raiseAlarm(t, await addAlarmSite(t));
    await runJob();
    status = 204;
    t.clock.advance(1);
    await send();
    expect(calls).toHaveLength(2);
    expect(calls[0]?.id).toBe(calls[1]?.id);
    expect(calls[1]?.signature).toMatch(/^v1,\S+$/);
    expect(JSON.parse(calls[1]?.body ?? '')).toMatchObject({
      type: 'alarm.changed',
      data: { alarms: [{ alarmId, event: 'raised', value: 182, limit: 150 }] },
    });
  });

  it.each([
    [429, 'waiting'],
    [503, 'waiting'],
    [404, 'failed'],
    [307, 'failed'],
  ])('that respond with %i leave the message %s', async (status, state) => {
    const { url } = await serveWebhook(() => status);
    await addChannel(t, { kind: 'webhook', url });
    const alarmId = await raiseAlarm(t, await addAlarmSite(t));
    await runJob();
    expect(await listDeliveries(t, alarmId)).toMatchObject([{ state, attempts: 1 }]);
  });

  it('that lead to an address inside are refused', async () => {
    await addChannel(t, { kind: 'webhook', url: 'http://127.0.0.2:9/' });
    const alarmId = await raiseAlarm(t, await addAlarmSite(t));
    await runJob();
    const [delivery] = await listDeliveries(t, alarmId);
    expect(delivery?.state).toBe('failed');
    expect(delivery?.error).toContain('errors.outbound.refused_address');
  });

  it('of robots fail with the words of the robot', async () => {
    const { port } = await serveHttp((_, response) =>
      response.end('{"errcode":310000,"errmsg":"keywords not in content"}'),
    );
    await addChannel(t, { kind: 'dingtalk', robot_url: sealed(`http://127.0.0.1:${port}/robot`) });
    const alarmId = await raiseAlarm(t, await addAlarmSite(t));
    await runJob();
    expect((await listDeliveries(t, alarmId))[0]?.error).toBe(
      'errors.notify.robot?code=310000&reply=keywords+not+in+content',
    );
  });
});

describe('people', () => {
  it('are told only of sites in their data scope, in their language', async () => {
    const server = await serveMail();
    const channelId = await addChannel(t, { kind: 'email', smtp_url: smtp(server.port) });
    await addReader([110], { notify_channel_ids: [channelId], language: 'zh' });
    await addReader([120], { notify_channel_ids: [channelId] });
    await raiseAlarm(t, await addAlarmSite(t, 110));
    await runJob();
    expect(server.mails.map(({ to }) => to)).toEqual([[`reader${people - 1}@city.example`]]);
    expect(server.mails[0]?.subject).toContain('【重要】报警');
  });

  it('are not told once they have lost the right to see the site', async () => {
    const server = await serveMail();
    const channelId = await addChannel(t, { kind: 'email', smtp_url: smtp(server.port) });
    const userId = await addReader([110], { notify_channel_ids: [channelId] });
    const alarmId = await raiseAlarm(t, await addAlarmSite(t, 110));
    await expand();
    await t.app.pool.query('delete from sys_user_role where user_id = $1', [userId]);
    await runJob();
    expect(server.seen()).toBe(0);
    expect(await listDeliveries(t, alarmId)).toMatchObject([
      { state: 'dropped', error: 'errors.notify.no_scope' },
    ]);
  });

  it('are told after their quiet hours, if the alarm still runs', async () => {
    const server = await serveMail();
    const channelId = await addChannel(t, { kind: 'email', smtp_url: smtp(server.port) });
    const minute = (offset: number) => new Date(now() + offset * 60_000).toISOString().slice(11, 16);
    const quiet = { quiet_from: minute(-60), quiet_to: minute(60), zone: 'UTC' };
    await addReader(undefined, { notify_channel_ids: [channelId], ...quiet });
    const [running, ended] = [
      await raiseAlarm(t, await addAlarmSite(t)),
      await raiseAlarm(t, await addAlarmSite(t)),
    ];
    await raiseAlarm(t, await addAlarmSite(t), { severity: 'critical' });
    await runJob();
    expect(server.mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('Critical')]);
    await addMessage(t, ended, 'ended');
    await runJob();
    expect(await listDeliveries(t, ended)).toMatchObject([
      { state: 'dropped', error: 'errors.notify.ended' },
    ]);
    t.clock.advance(60);
    await runJob();
    expect(await listDeliveries(t, running)).toMatchObject([{ state: 'sent' }]);
    expect(server.mails).toHaveLength(2);
  });

  it('are told once of what they chose and are on call for', async () => {
    const server = await serveMail();
    const channelId = await addChannel(t, { kind: 'email', smtp_url: smtp(server.port) });
    const userId = await addReader(undefined, { notify_channel_ids: [channelId] });
    const shifts = [{ userId, weekdays: '1,2,3,4,5,6,7', fromTime: '00:00', toTime: '00:00' }];
    await t.app.pool.query(
      `insert into notify_rota (rota_name, dept_id, zone, notify_channel_ids, after_minutes, shifts)
       values ('day', 100, 'UTC', $1, 0, $2)`,
      [[channelId], JSON.stringify(shifts)],
    );
    const alarmId = await raiseAlarm(t, await addAlarmSite(t));
    await runJob();
    expect(await listDeliveries(t, alarmId)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
    expect(server.mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('[Major] Raised')]);
  });

  it('are told by their browser', async () => {
    const channelId = await addChannel(t, { kind: 'browser' });
    const userId = await addReader(undefined, { notify_channel_ids: [channelId] });
    const notices: unknown[] = [];
    const leave = t.app.bus.subscribe(personalEvent, (message) => notices.push(message));
    await raiseAlarm(t, await addAlarmSite(t));
    await runJob();
    await soon(() => notices).toMatchObject([
      { to: userId, topic: 'alarmNotice', payload: { severity: 'major' } },
    ]);
    leave();
  });

  it('are not told of muted alarms', async () => {
    const server = await serveMail();
    await addChannel(t, { kind: 'email', smtp_url: smtp(server.port), recipients: mailTo });
    const alarmId = await raiseAlarm(t, await addAlarmSite(t));
    await t.app.pool.query('update alarm_log set muted_until = $2 where alarm_id = $1', [
      alarmId,
      new Date(now() + 3_600_000),
    ]);
    await runJob();
    expect(server.seen()).toBe(0);
    expect(await listDeliveries(t, alarmId)).toMatchObject([
      { state: 'dropped', error: 'errors.notify.muted' },
    ]);
  });
});

describe('escalation', () => {
  async function addRota(channelId: number, userId: number, nextUserId: number) {
    const shifts = [{ userId, nextUserId, weekdays: '1,2,3,4,5,6,7', fromTime: '00:00', toTime: '00:00' }];
    await t.app.pool.query(
      `insert into notify_rota (rota_name, dept_id, zone, notify_channel_ids, after_minutes, next_minutes, shifts)
       values ('night', 100, 'UTC', $1, 15, 10, $2)`,
      [[channelId], JSON.stringify(shifts)],
    );
  }

  it('reaches the person on call, then the next one, until somebody acknowledges', async () => {
    const server = await serveMail();
    const channelId = await addChannel(t, { kind: 'email', smtp_url: smtp(server.port) });
    const [first, second] = [await addReader(), await addReader()];
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
});

describe('a stop between two steps', () => {
  it('loses nothing: messages stay in the outbox or are stored for every receiver', async () => {
    const server = await serveMail();
    await addChannel(t, { kind: 'email', smtp_url: smtp(server.port), recipients: mailTo });
    const alarmId = await raiseAlarm(t, await addAlarmSite(t));
    const lease = { name: 'alarm.notify', owner: randomUUID(), fence: 1, durationMs: 1000 };
    await expect(expandMessages(t.app.pool, now(), lease)).rejects.toThrow('is lost');
    expect(await listDeliveries(t, alarmId)).toEqual([]);
    await expand();
    t.clock.advance(1);
    await expect(groupMessages(t.app.pool, now(), lease)).rejects.toThrow('is lost');
    await groupMessages(t.app.pool, now());
    expect(await listDeliveries(t, alarmId)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    await send();
    await send();
    expect(server.mails).toHaveLength(1);
  });
});
