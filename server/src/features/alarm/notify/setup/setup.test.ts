import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveHttp } from '../../../../platform/outbound/outbound.fixture.ts';
import { openTestApp, type TestApp } from '../../../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../../../testing/people.ts';
import { addChannel } from '../notify.fixture.ts';
import { serveMail } from '../send/mail-server.fixture.ts';

let t: TestApp;
let admin: string;
beforeAll(async () => {
  t = await openTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
  admin = await t.login();
  await addDepartment(t, 110, 100, [0, 100]);
  await addDepartment(t, 120, 100, [0, 100]);
});
afterAll(() => t.close());

let names = 0;
const send = (method: string, path: string, json?: object, token = admin) =>
  t.send(method, path, { token, json });
async function add(facts: object): Promise<{ id: number; msg: string }> {
  const notifyChannelName = `channel ${++names}`;
  const { body } = await send('POST', '/alarm/channel?lang=en_US', {
    notifyChannelName,
    deptId: 100,
    ...facts,
  });
  const { rows } = await t.app.pool.query(
    'select notify_channel_id from notify_channel where notify_channel_name = $1',
    [notifyChannelName],
  );
  return { id: rows[0]?.notify_channel_id, msg: body.msg };
}

describe('a channel', () => {
  it.each([
    [{ kind: 'email', recipients: 'a@b.example, nobody' }, '“nobody” is not a valid address'],
    [{ kind: 'email', smtpUrl: 'mail.example' }, 'A mail server looks like'],
    [{ kind: 'webhook' }, 'Web address'],
    [{ kind: 'webhook', url: 'ftp://x.example' }, '“Web address” is not a valid web address'],
    [{ kind: 'wecom' }, 'Robot address'],
    [{ kind: 'sms', url: 'https://sms.example/{{fone}}' }, '“Web address” has a mistake at character 21'],
    [
      { kind: 'sms', url: 'https://sms.example/', bodyTemplate: '{"to": {{phone}' },
      '“Body template” has a mistake at character 8',
    ],
    // Without quotes a text is no JSON; a number is.
    [
      { kind: 'sms', url: 'https://sms.example/', bodyTemplate: '{"n": {{count}}, "text": {{text}}}' },
      '“Body template” has a mistake at character 26',
    ],
    [{ kind: 'sms', url: 'https://{{site}}/send' }, '“Web address” has a mistake at character 9'],
    [{ kind: 'sms', url: 'https://sms.example/', recipients: '12x' }, '“12x” is not a valid address'],
  ])('is refused with %o', async (facts, message) => {
    expect((await add(facts)).msg).toContain(message);
  });

  it('never shows its secrets, and they are sealed in the database', async () => {
    const robotUrl = 'https://robot.example/?key=token-in-address';
    const { id } = await add({ kind: 'dingtalk', robotUrl, signingSecret: 'SECabc' });
    const { body, bytes } = await send('GET', `/alarm/channel/${id}`);
    expect(body['data']).toMatchObject({ robotUrl: true, signingSecret: true });
    expect(bytes.toString()).not.toContain('token-in-address');
    const { rows } = await t.app.pool.query('select * from notify_channel where notify_channel_id = $1', [
      id,
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/token-in-address|SECabc/);
    await Promise.all(t.app.background);
    const log = await t.app.pool.query(`select * from sys_oper_log where oper_url like '%/alarm/channel'`);
    expect(log.rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(log.rows)).not.toMatch(/token-in-address|SECabc/);
  });

  it('shows only the server of a webhook, and keeps an address that comes back as it was shown', async () => {
    const calls: string[] = [];
    const { port } = await serveHttp((request, response) => {
      calls.push(String(request.url));
      response.end();
    });
    const origin = `http://127.0.0.1:${port}`;
    const { id } = await add({ kind: 'webhook', url: `${origin}/hook/token-1?key=token-2` });
    const { body } = await send('GET', `/alarm/channel/${id}`);
    const row = body['data'] as Record<string, unknown>;
    expect(row).toMatchObject({ url: `${origin}/…` });
    await send('PUT', '/alarm/channel', { ...row, remark: 'kept' });
    await send('POST', `/alarm/channel/test/${id}`);
    await send('PUT', '/alarm/channel', { ...row, url: `${origin}/token-3` });
    await send('POST', `/alarm/channel/test/${id}`);
    expect(calls).toEqual(['/hook/token-1?key=token-2', '/token-3']);
    const list = await send('GET', '/alarm/channel/list');
    await Promise.all(t.app.background);
    const { rows } = await t.app.pool.query(
      `select to_jsonb(c) from notify_channel c where notify_channel_id = $1
       union all select to_jsonb(l) from sys_oper_log l where oper_url like '%/alarm/channel%'`,
      [id],
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(JSON.stringify([rows, list.body])).not.toMatch(/token-\d/);
  });

  it('shows the templates of an SMS gateway only to people who may change them', async () => {
    const calls: string[] = [];
    const { port } = await serveHttp((request, response) => {
      request.on('data', (chunk: Buffer) => calls.push(`${request.url} ${chunk.toString()}`));
      request.on('end', () => response.end());
    });
    const origin = `http://127.0.0.1:${port}`;
    const url = `${origin}/send?key=token-1&to={{phone}}`;
    const bodyTemplate = '{"appkey":"token-2","text":"{{text}}"}';
    const recipients = '13800000000';
    const { id } = await add({ kind: 'sms', url, bodyTemplate, recipients });
    const { rows: plain } = await t.app.pool.query(
      `insert into notify_channel (notify_channel_name, kind, dept_id, url, body_template)
       values ('from before', 'sms', 100, $1, $2) returning notify_channel_id`,
      [url, bodyTemplate],
    );
    const permissions = ['alarm:channel:list', 'alarm:channel:query', 'monitor:operlog:list'];
    await addPerson(t, 'lister', [{ permissions, dataScope: '1' }], 100);
    const lister = await t.login('lister', personPassword);
    const read = async (one: number, token: string) =>
      (await send('GET', `/alarm/channel/${one}`, undefined, token)).body['data'] as Record<string, unknown>;
    const shown = { url: `${origin}/…`, bodyTemplate: '…' };
    for (const one of [id, plain[0].notify_channel_id]) {
      expect(await read(one, lister)).toMatchObject(shown);
      expect(await read(one, admin)).toMatchObject({ url, bodyTemplate });
    }
    const row = await read(id, lister);
    // Saved as it is shown, as it was read, with one template alone, and refused.
    expect((await send('PUT', '/alarm/channel', { ...row, remark: 'kept' })).body).toMatchObject({
      code: 200,
    });
    expect((await send('PUT', '/alarm/channel', await read(id, admin))).body).toMatchObject({ code: 200 });
    await send('POST', `/alarm/channel/test/${id}?lang=en_US`);
    const form = { ...row, contentType: 'form', bodyTemplate: 'token=token-3&text={{text}}' };
    expect((await send('PUT', '/alarm/channel', form)).body).toMatchObject({ code: 200 });
    await send('POST', `/alarm/channel/test/${id}?lang=en_US`);
    const broken = await send('PUT', '/alarm/channel?lang=en_US', { ...row, contentType: 'json' });
    expect(broken.body.msg).toContain('“Body template” has a mistake');
    expect(calls).toEqual([
      `/send?key=token-1&to=${recipients} {"appkey":"token-2","text":"Test message"}`,
      `/send?key=token-1&to=${recipients} token=token-3&text=Test%20message`,
    ]);
    await Promise.all(t.app.background);
    const seen = [
      await send('GET', '/alarm/channel/list', undefined, lister),
      await send('POST', '/alarm/channel/export', {}, lister),
      await send('GET', '/monitor/operlog/list?pageSize=100', undefined, lister),
    ];
    expect(seen.map(({ body }) => body.code)).toEqual([200, 404, 200]);
    const { rows: stored } = await t.app.pool.query(
      'select to_jsonb(c) from notify_channel c where notify_channel_id = $1',
      [id],
    );
    expect(JSON.stringify([stored, seen.map(({ bytes }) => bytes.toString())])).not.toMatch(/token-\d/);
  });

  it('signs with the secret before as well, for a day after a new one', async () => {
    const signatures: string[] = [];
    const { port } = await serveHttp((request, response) => {
      signatures.push(String(request.headers['webhook-signature']));
      response.end();
    });
    const { id } = await add({ kind: 'webhook', url: `http://127.0.0.1:${port}/` });
    const { body } = await send('POST', `/alarm/channel/secret/${id}`);
    expect((body['data'] as { secret: string }).secret).toMatch(/^whsec_/);
    expect((await send('POST', `/alarm/channel/test/${id}`)).body).toMatchObject({ code: 200 });
    t.clock.advance(25 * 60);
    admin = await t.login();
    await send('POST', `/alarm/channel/test/${id}`);
    expect(signatures.map((one) => one.split(' ').length)).toEqual([2, 1]);
  });
});

describe('the test button', () => {
  const test = async (id: number) => (await send('POST', `/alarm/channel/test/${id}?lang=en_US`)).body.msg;

  it('sends a mail to the caller where the channel has no recipients of its own', async () => {
    const { port, mails } = await serveMail();
    await t.app.pool.query(`update sys_user set email = 'admin@city.example' where user_id = 1`);
    const { id } = await add({ kind: 'email', smtpUrl: `smtp://127.0.0.1:${port}` });
    await send('POST', `/alarm/channel/test/${id}?lang=fr_FR`);
    expect(mails).toMatchObject([{ to: ['admin@city.example'], subject: 'Message d’essai' }]);
  });

  it('says what is wrong', async () => {
    const refusing = await serveMail({ refuse: (step) => (step === 'RCPT' ? '550 unknown' : undefined) });
    const smtpUrl = `smtp://127.0.0.1:${refusing.port}`;
    const refused = await add({ kind: 'email', smtpUrl, recipients: 'a@b.example' });
    expect(await test(refused.id)).toBe('The mail server refused the message (550 unknown)');
    const unset = await add({ kind: 'email', recipients: 'a@b.example' });
    expect(await test(unset.id)).toContain('No mail server');
    const closed = await add({ kind: 'webhook', url: 'http://127.0.0.1:1/' });
    expect(await test(closed.id)).toBe('Cannot connect to 127.0.0.1 (ECONNREFUSED)');
    const inside = await add({ kind: 'webhook', url: 'http://169.254.169.254/latest' });
    expect(await test(inside.id)).toContain('must not connect');
  });

  it('fills the template of an SMS gateway', async () => {
    const calls: string[] = [];
    const { port } = await serveHttp((request, response) => {
      request.on('data', (chunk: Buffer) => calls.push(`${request.url} ${chunk.toString()}`));
      request.on('end', () => response.end());
    });
    const { id } = await add({
      kind: 'sms',
      url: `http://127.0.0.1:${port}/send?key={{secret}}`,
      signingSecret: 'a&b',
      bodyTemplate: '{"to":"{{phone}}","text":"{{text}}"}',
      recipients: '13800000000',
    });
    expect(await test(id)).not.toContain('mistake');
    expect(calls).toEqual(['/send?key=a%26b {"to":"13800000000","text":"Test message"}']);
  });
});

describe('a person', () => {
  it('chooses among channels of their department and of those above it', async () => {
    const mine = await addChannel(t, { kind: 'email', dept_id: 100 });
    const other = await addChannel(t, { kind: 'email', dept_id: 120 });
    const permissions = ['alarm:log:list', 'alarm:subscription:list'];
    await addPerson(t, 'chooser', [{ permissions, dataScope: '4' }], 110);
    const token = await t.login('chooser', personPassword);
    interface Settings {
      channels: { notifyChannelId: number }[];
      subscriptions: { subscriptionId: number }[];
    }
    const read = async () =>
      (await send('GET', '/alarm/subscription', undefined, token)).body['data'] as Settings;
    const { channels, subscriptions } = await read();
    const offered = channels.map(({ notifyChannelId }) => notifyChannelId);
    expect(offered).toContain(mine);
    expect(offered).not.toContain(other);
    expect(subscriptions).toEqual([]);

    const night = {
      subscriptionName: 'Night',
      enabled: true,
      severities: ['critical'],
      notifyChannelIds: [mine],
      ruleIds: null,
      afterMinutes: 15,
      quietFrom: '22:00',
      quietTo: '07:00',
      zone: 'Europe/Paris',
      criticalPasses: false,
    };
    const add = (facts: object) =>
      send('POST', '/alarm/subscription?lang=fr_FR', { ...night, ...facts }, token);
    expect((await add({})).body).toMatchObject({ code: 200 });
    expect((await add({ subscriptionName: 'Day', afterMinutes: 0 })).body).toMatchObject({ code: 200 });
    const [first, second] = (await read()).subscriptions;
    expect([first, second]).toMatchObject([night, { subscriptionName: 'Day', afterMinutes: 0 }]);
    const { rows } = await t.app.pool.query('select distinct language from notify_subscription');
    expect(rows).toEqual([{ language: 'fr' }]);
    for (const wrong of [
      { subscriptionName: '  ' },
      { severities: [] },
      { notifyChannelIds: [] },
      { notifyChannelIds: [other] },
      { afterMinutes: 1441 },
      { quietTo: null },
      { zone: 'Moon/Crater' },
      { quietFrom: '25:00' },
    ])
      expect((await add(wrong)).body.code, JSON.stringify(wrong)).toBe(500);

    const path = `/alarm/subscription/${first?.subscriptionId}`;
    const elsewhere = await send('PUT', path, night);
    expect(elsewhere.body.code).toBe(500);
    expect((await send('DELETE', path)).body.code).toBe(500);
    expect((await send('PUT', path, { ...night, enabled: false }, token)).body).toMatchObject({ code: 200 });
    expect((await read()).subscriptions).toMatchObject([{ enabled: false }, { enabled: true }]);
    expect((await send('DELETE', path, undefined, token)).body).toMatchObject({ code: 200 });
    expect((await read()).subscriptions).toHaveLength(1);
    await t.app.pool.query(
      `insert into notify_subscription (user_id, subscription_name, severities, notify_channel_ids, zone, language, update_time)
       select user_id, 'more', severities, notify_channel_ids, zone, language, update_time
       from notify_subscription, generate_series(1, 19)`,
    );
    expect((await add({})).body.msg).toContain('20');
  });
});

describe('a rota', () => {
  it('keeps shifts, channels and rules, and refuses people out of reach', async () => {
    const channelId = await addChannel(t, { kind: 'email', dept_id: 110 });
    const [inside, outside] = [await addPerson(t, 'inside', [], 110), await addPerson(t, 'outside', [], 120)];
    const permissions = ['list', 'query', 'add'].map((action) => `alarm:rota:${action}`);
    await addPerson(t, 'planner', [{ permissions, dataScope: '4' }], 110);
    const token = await t.login('planner', personPassword);
    const shift = (userId: number) => ({ userId, weekdays: '1,2', fromTime: '08:00', toTime: '20:00' });
    const rota = (userId: number) => ({
      rotaName: `rota ${userId}`,
      deptId: 110,
      zone: 'Asia/Shanghai',
      shifts: [shift(userId)],
      notifyChannelIds: [channelId],
      ruleIds: [],
    });
    expect((await send('POST', '/alarm/rota', rota(outside), token)).body.code).toBe(500);
    expect((await send('POST', '/alarm/rota', rota(inside), token)).body).toMatchObject({ code: 200 });
    const list = await send('GET', '/alarm/rota/list', undefined, token);
    expect(list.body).toMatchObject({ code: 200 });
    const [row] = list.body['rows'] as { rotaId: number; onCall: string }[];
    expect(row?.onCall).toBe('inside');
    const { body } = await send('GET', `/alarm/rota/${row?.rotaId}`, undefined, token);
    expect(body['data']).toMatchObject({
      shifts: [shift(inside)],
      notifyChannelIds: [channelId],
      ruleIds: [],
    });
  });
});
