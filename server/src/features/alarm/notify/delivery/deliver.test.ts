import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personalEvent } from '../../../../platform/live/bus-events.ts';
import { serveHttp } from '../../../../platform/outbound/outbound.fixture.ts';
import { openTestApp, type TestApp } from '../../../../testing/app.ts';
import { addDepartment, personPassword } from '../../../../testing/people.ts';
import {
  addAlarmSite,
  addChannel,
  addMessage,
  addReader,
  listDeliveries,
  raiseAlarm,
  runNotifyJob,
  sendDue,
} from '../notify.fixture.ts';
import { serveMail } from '../send/mail-server.fixture.ts';
import { expandMessages } from './expand.ts';

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
const runJob = () => runNotifyJob(t);
const send = () => sendDue(t);

const sealed = (text: string) => t.app.secrets.seal(text);
const smtp = (port: number) => sealed(`smtp://127.0.0.1:${port}`);
const mailTo = 'shift@city.example';

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

  it('says what failed, and that an alarm ended for lack of data', async () => {
    const server = await serveMail();
    await addChannel(t, { kind: 'email', smtp_url: smtp(server.port), recipients: mailTo });
    const alarmId = await raiseAlarm(t, await addAlarmSite(t));
    const detail = {
      parts: [
        { kind: 'instrument', of: 'PM10' },
        { kind: 'logger', of: null },
      ],
    };
    await t.app.pool.query('update alarm_log set detail = $2, value = null where alarm_id = $1', [
      alarmId,
      detail,
    ]);
    await t.app.pool.query('update alarm_message set value = null where alarm_id = $1', [alarmId]);
    await runJob();
    await addMessage(t, alarmId, 'ended');
    await t.app.pool.query(`update alarm_log set end_reason = 'noData' where alarm_id = $1`, [alarmId]);
    await runJob();
    expect(server.mails[0]?.subject).toContain('Instrument fault (PM10) · Logger fault');
    expect(server.mails[1]?.subject).toContain('Ended without data');
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
    const { email } = await addReader(t, [110], { notify_channel_ids: [channelId], language: 'zh' });
    await addReader(t, [120], { notify_channel_ids: [channelId] });
    await raiseAlarm(t, await addAlarmSite(t, 110));
    await runJob();
    expect(server.mails.map(({ to }) => to)).toEqual([[email]]);
    expect(server.mails[0]?.subject).toContain('【重要】报警');
  });

  it('are not told once they have lost the right to see the site', async () => {
    const server = await serveMail();
    const channelId = await addChannel(t, { kind: 'email', smtp_url: smtp(server.port) });
    const { userId } = await addReader(t, [110], { notify_channel_ids: [channelId] });
    const alarmId = await raiseAlarm(t, await addAlarmSite(t, 110));
    await expandMessages(t.app.pool, now());
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
    await addReader(t, undefined, { notify_channel_ids: [channelId], ...quiet });
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
    const { userId } = await addReader(t, undefined, { notify_channel_ids: [channelId] });
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

  it('are told by their browser, if a page of theirs confirms it', async () => {
    const channelId = await addChannel(t, { kind: 'browser' });
    const { userId, userName } = await addReader(t, undefined, { notify_channel_ids: [channelId] });
    const token = await t.login(userName, personPassword);
    const other = await t.login();
    const confirm = (id: string, shown: boolean, as = token) =>
      t.send('POST', '/alarm/notice/confirm', { token: as, json: { id, shown } });
    let answer: (id: string) => Promise<unknown> = () => Promise.resolve();
    const leave = t.app.bus.subscribe(personalEvent, ({ to, topic, payload }) => {
      if (to === userId && topic === 'alarmNotice') void answer((payload as { id: string }).id);
    });
    const outcomes: unknown[] = [];
    for (answer of [
      (id: string) => confirm(id, true),
      (id: string) => confirm(id, false),
      (id: string) => confirm(id, true, other),
    ]) {
      const alarmId = await raiseAlarm(t, await addAlarmSite(t));
      await runJob();
      outcomes.push(...(await listDeliveries(t, alarmId)).map(({ state, error }) => [state, error]));
    }
    leave();
    expect(outcomes).toEqual([
      ['sent', null],
      ['failed', 'errors.notify.page_blocked'],
      ['failed', 'errors.notify.no_page'],
    ]);
  }, 60_000);

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
    await addMessage(t, alarmId, 'ended');
    await runJob();
    expect(server.seen()).toBe(0);
  });

  it('are told of the end of an alarm that was muted after its start', async () => {
    const server = await serveMail();
    await addChannel(t, { kind: 'email', smtp_url: smtp(server.port), recipients: mailTo });
    const alarmId = await raiseAlarm(t, await addAlarmSite(t));
    await runJob();
    const until = new Date(now() + 3_600_000);
    await t.app.pool.query('update alarm_log set muted_until = $2 where alarm_id = $1', [alarmId, until]);
    await addMessage(t, alarmId, 'repeated');
    await runJob();
    await addMessage(t, alarmId, 'ended');
    await runJob();
    expect(server.mails.map(({ subject }) => /Raised|Ended/.exec(subject)?.[0])).toEqual(['Raised', 'Ended']);
    expect((await listDeliveries(t, alarmId)).map(({ state }) => state)).toEqual(['sent', 'dropped', 'sent']);
  });
});
